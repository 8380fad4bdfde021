import * as contract from "@mcc/contract/integration/integration.api.ts";
import type { Platform } from "../../platform/platform.ts";
import { on, onLines } from "../../platform/routes.ts";
import { ingestLines } from "./batch.service.ts";
import * as service from "./integration.service.ts";

export const integrationRoutes = (platform: Platform) => [
  on(contract.upsertOrder, (scope, { params, body }) =>
    service.upsertOrder(platform, scope, params.identifier, body),
  ),
  on(contract.updateOrderProgress, (scope, { params, body }) =>
    service.updateOrderProgress(platform, scope, params.identifier, body),
  ),
  onLines(contract.ingestOrders, (door, _, lines) => ingestLines(platform, door, lines)),
];
