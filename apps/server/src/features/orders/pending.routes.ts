import * as contract from "@mcc/contract/orders/pending.api.ts";
import { isExport, streamed, withLinks } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import { requiresApprovalCount } from "../approvals/standing.service.ts";
import { approveOrder, rejectOrder } from "./decision.service.ts";
import * as service from "./pending.service.ts";

export const pendingRoutes = (platform: Platform) => [
  on(contract.pendingList.page, async (scope, { query }, { url }) => {
    if (!isExport(query)) return withLinks(await service.pageOfPending(scope, query), query, url);
    const { count, batches } = await service.streamOfPending(scope, query);
    return streamed(withLinks({ count }, query, url), batches);
  }),
  on(contract.pendingList.suggest, (scope, { query }) => service.suggestPendingValues(scope, query)),
  on(contract.pendingCount, (scope) => service.pendingCount(scope)),
  on(contract.requiresApprovalCount, (scope) => requiresApprovalCount(scope)),
  on(contract.approveOrder, (scope, { params }) => approveOrder(platform, scope, params.identifier)),
  on(contract.rejectOrder, (scope, { params, body }) =>
    rejectOrder(platform, scope, params.identifier, body.note),
  ),
];
