import * as contract from "@mcc/contract/orders/orders.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes, sumRoute } from "../../platform/lists/list-routes.ts";
import type { Platform } from "../../platform/platform.ts";
import { orderSource, orderSum } from "./orders.list.ts";
import * as service from "./orders.service.ts";
import { removeOrderLine } from "./removal.service.ts";
import { trackingUrl } from "./tracking.service.ts";

export const orderRoutes = (platform: Platform) => [
  ...listRoutes(contract.orderList, orderSource),
  sumRoute(contract.orderSum, orderSum),
  route(contract.findOrder, (scope, { params }) => service.findOrder(scope, params.identifier)),
  route(contract.trackingUrl, (scope, { params }) => trackingUrl(platform, scope, params.identifier)),
  route(contract.removeOrderLine, (scope, { params, body }) =>
    removeOrderLine(platform, scope, params.identifier, body.product),
  ),
  route(contract.trackingNumbers, (scope, { params }) => service.trackingNumbers(scope, params.identifier)),
];
