import * as contract from "@mcc/contract/alerts/triggers.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { triggerSource } from "./triggers.list.ts";
import { triggerService, updateTriggers } from "./triggers.service.ts";

export const triggerRoutes = (services: Services) => {
  const service = triggerService(services);
  return [
    ...listRoutes(contract.triggerList, triggerSource),
    route(contract.createTrigger, (scope, { body }) => service.create(scope, body)),
    route(contract.updateTriggers, (scope, { query, body }, { url }) =>
      updateTriggers(services, scope, { filters: query, enabled: body.enableFilters }, url),
    ),
    route(contract.updateTrigger, (scope, { params, body: { id: _, ...changes } }) =>
      service.update(scope, params.id, changes),
    ),
    route(contract.deleteTrigger, (scope, { params }) => service.delete(scope, params.id)),
  ];
};
