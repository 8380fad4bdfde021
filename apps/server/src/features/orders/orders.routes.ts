import * as contract from "@mcc/contract/orders/orders.api.ts";
import { isExport, streamed, withLinks } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./orders.service.ts";
import { removeOrderLine } from "./removal.service.ts";
import { trackingUrl } from "./tracking.service.ts";

export const orderRoutes = (platform: Platform) => [
  on(contract.orderList.page, async (scope, { query }, { url }) => {
    if (!isExport(query)) return withLinks(await service.pageOfOrders(scope, query), query, url);
    const { count, batches } = await service.streamOfOrders(scope, query);
    return streamed(withLinks({ count }, query, url), batches);
  }),
  on(contract.orderList.suggest, (scope, { query }) => service.suggestOrderValues(scope, query)),
  on(contract.findOrder, (scope, { params }) => service.findOrder(scope, params.identifier)),
  on(contract.trackingUrl, (scope, { params }) => trackingUrl(platform, scope, params.identifier)),
  on(contract.removeOrderLine, (scope, { params, body }) =>
    removeOrderLine(platform, scope, params.identifier, body.product),
  ),
  on(contract.trackingNumbers, (scope, { params }) => service.trackingNumbers(scope, params.identifier)),
];
