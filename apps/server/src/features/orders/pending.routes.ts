import * as contract from "@mcc/contract/orders/pending.api.ts";
import { route } from "../../platform/http/routes.ts";
import { isExport, streamJson, withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { requiresApprovalCount } from "../approvals/user-approval.service.ts";
import { approveOrder, rejectOrder } from "./order-decision.service.ts";
import * as service from "./pending.service.ts";

export const pendingRoutes = (platform: Platform) => [
  route(contract.pendingList.page, async (scope, { query }, { url }) => {
    if (!isExport(query)) return withPageLinks(await service.pendingPage(scope, query), query, url);
    const { count, batches } = await service.pendingStream(scope, query);
    return streamJson(withPageLinks({ count }, query, url), batches);
  }),
  route(contract.pendingList.suggest, (scope, { query }) => service.suggestPendingValues(scope, query)),
  route(contract.pendingCount, (scope) => service.pendingCount(scope)),
  route(contract.requiresApprovalCount, (scope) => requiresApprovalCount(scope)),
  route(contract.approveOrder, (scope, { params }) => approveOrder(platform, scope, params.identifier)),
  route(contract.rejectOrder, (scope, { params, body }) =>
    rejectOrder(platform, scope, params.identifier, body.note),
  ),
];
