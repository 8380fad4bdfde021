import * as contract from "@mcc/contract/alerts/triggers.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Platform } from "../../platform/platform.ts";
import { triggerSource } from "./triggers.list.ts";
import * as service from "./triggers.service.ts";

export const triggerRoutes = (platform: Platform) => [
  ...listRoutes(contract.triggerList, triggerSource),
  route(contract.createTrigger, (scope, { body }) => service.createTrigger(platform, scope, body)),
  route(contract.updateTriggers, (scope, { query, body }, { url }) =>
    service.updateTriggers(platform, scope, { filters: query, enabled: body.enableFilters }, url),
  ),
  route(contract.updateTrigger, (scope, { params, body: { id: _, ...changes } }) =>
    service.updateTrigger(platform, scope, params.id, changes),
  ),
  route(contract.deleteTrigger, (scope, { params }) => service.deleteTrigger(platform, scope, params.id)),
];
