import * as contract from "@mcc/contract/integration/integration.api.ts";
import { lineRoute, route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { ingestLines } from "./batch.service.ts";
import * as service from "./integration.service.ts";

export const integrationRoutes = (services: Services) => [
  route(contract.upsertOrder, (scope, { params, body }) =>
    service.upsertOrder(services, scope, params.identifier, body),
  ),
  route(contract.readOrder, (scope, { params }) => service.readOrder(scope, params.identifier)),
  route(contract.updateOrderProgress, (scope, { params, body }) =>
    service.updateOrderProgress(services, scope, params.identifier, body),
  ),
  lineRoute(contract.ingestOrders, (transactions, _, lines) => ingestLines(services, transactions, lines)),
];
