import * as contract from "@mcc/contract/orders/orders.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes, sumRoute } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { orderSource, orderSum } from "./order-list.service.ts";
import * as service from "./orders.service.ts";
import { trackingUrl } from "./tracking.service.ts";

export const orderRoutes = (services: Services) => [
  ...listRoutes(contract.orderList, orderSource),
  sumRoute(contract.orderSum, orderSum),
  route(contract.findOrder, (scope, { params }) => service.findOrder(scope, params.identifier)),
  route(contract.trackingUrl, (scope, { params }) => trackingUrl(services, scope, params.identifier)),
  route(contract.trackingNumbers, (scope, { params }) => service.trackingNumbers(scope, params.identifier)),
];
