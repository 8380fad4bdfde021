import * as contract from "@mcc/contract/orders/orders.api.ts";
import { route } from "../../platform/http/routes.ts";
import { isExport, streamJson, withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./orders.service.ts";
import { removeOrderLine } from "./removal.service.ts";
import { trackingUrl } from "./tracking.service.ts";

export const orderRoutes = (platform: Platform) => [
  route(contract.orderList.page, async (scope, { query }, { url }) => {
    if (!isExport(query)) return withPageLinks(await service.orderPage(scope, query), query, url);
    const { count, batches } = await service.orderStream(scope, query);
    return streamJson(withPageLinks({ count }, query, url), batches);
  }),
  route(contract.orderList.suggest, (scope, { query }) => service.suggestOrderValues(scope, query)),
  route(contract.findOrder, (scope, { params }) => service.findOrder(scope, params.identifier)),
  route(contract.trackingUrl, (scope, { params }) => trackingUrl(platform, scope, params.identifier)),
  route(contract.removeOrderLine, (scope, { params, body }) =>
    removeOrderLine(platform, scope, params.identifier, body.product),
  ),
  route(contract.trackingNumbers, (scope, { params }) => service.trackingNumbers(scope, params.identifier)),
];
