import * as contract from "@mcc/contract/orders/pending.api.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import { route, transactionsRoute } from "../../platform/http/routes.ts";
import { listRoutes, sumRoute } from "../../platform/lists/list-routes.ts";
import type { Platform } from "../../platform/platform.ts";
import { requiresApprovalCount } from "../approvals/user-approval.service.ts";
import { approveOrders } from "./bulk-approval.service.ts";
import { approveOrder, rejectOrder } from "./order-decision.service.ts";
import { dismissOrderWarning } from "./order-warnings.service.ts";
import { pendingCount, pendingSource, pendingSum } from "./orders.list.ts";

export const pendingRoutes = (platform: Platform) => [
  ...listRoutes(contract.pendingList, pendingSource),
  sumRoute(contract.pendingSum, pendingSum),
  route(contract.pendingCount, (scope) => pendingCount(scope)),
  route(contract.requiresApprovalCount, (scope) => requiresApprovalCount(scope)),
  route(contract.approveOrder, (scope, { params }) => approveOrder(platform, scope, params.identifier)),
  route(contract.rejectOrder, (scope, { params, body }) =>
    rejectOrder(platform, scope, params.identifier, body.note),
  ),
  route(dismissWarning, (scope, { params, body }) =>
    dismissOrderWarning(platform, scope, params.identifier, params.id, body.reason),
  ),
  transactionsRoute(contract.approveOrders, (transactions, { body }) =>
    approveOrders(platform, transactions, body.orders),
  ),
];
