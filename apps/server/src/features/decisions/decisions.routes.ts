import * as contract from "@mcc/contract/decisions/decisions.api.ts";
import * as orders from "@mcc/contract/orders/orders.api.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import { route, transactionsRoute } from "../../platform/http/routes.ts";
import { listRoutes, sumRoute } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { requiresApprovalCount } from "../approval-steps/user-approval.service.ts";
import { pendingCount, pendingSource, pendingSum } from "../orders/order-list.service.ts";
import { approveOrders } from "./bulk-approval.service.ts";
import { approveOrder, rejectOrder } from "./order-decision.service.ts";
import { changeOrderFields, changeOrderLine } from "./order-edits.service.ts";
import { previewOrderFields, previewOrderLine } from "./order-preview.service.ts";
import { dismissOrderWarning } from "./order-warnings.service.ts";
import { orderRemarks } from "./remarks.service.ts";
import { removeOrderLine } from "./removal.service.ts";

export const decisionRoutes = (services: Services) => [
  ...listRoutes(contract.pendingList, pendingSource),
  sumRoute(contract.pendingSum, pendingSum),
  route(contract.pendingCount, (scope) => pendingCount(scope)),
  route(contract.requiresApprovalCount, (scope) => requiresApprovalCount(scope)),
  route(contract.orderRemarks, (scope, { query }) => orderRemarks(scope, query.id)),
  route(contract.approveOrder, (scope, { params, query }) =>
    approveOrder(services, scope, params.identifier, query.total),
  ),
  route(contract.rejectOrder, (scope, { params, body }) =>
    rejectOrder(services, scope, params.identifier, body.note),
  ),
  route(dismissWarning, (scope, { params, body }) =>
    dismissOrderWarning(services, scope, params.identifier, params.id, body.reason),
  ),
  route(orders.removeOrderLine, (scope, { params, body }) =>
    removeOrderLine(services, scope, params.identifier, body.product),
  ),
  route(contract.changeOrderLine, (scope, { params, body }) =>
    changeOrderLine(services, scope, params.identifier, params.id, body),
  ),
  route(contract.changeOrderFields, (scope, { params, body }) =>
    changeOrderFields(services, scope, params.identifier, body),
  ),
  route(contract.previewOrderLine, (scope, { params, body }) =>
    previewOrderLine(services, scope, params.identifier, params.id, body),
  ),
  route(contract.previewOrderFields, (scope, { params, body }) =>
    previewOrderFields(services, scope, params.identifier, body),
  ),
  transactionsRoute(contract.approveOrders, (transactions, { body }) =>
    approveOrders(services, transactions, body.orders),
  ),
];
