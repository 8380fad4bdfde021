import * as contract from "@mcc/contract/assistants/assistants.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./assistants.service.ts";

export const assistantRoutes = (services: Services) => [
  route(contract.ownAssistants, service.ownAssistants),
  route(contract.revokeAssistant, (scope, { params }) => service.revokeAssistant(scope, params.id)),
  route(contract.findAssistantRequest, (scope, { params }) =>
    service.findAssistantRequest(services, scope, params.request),
  ),
  route(contract.allowAssistant, (scope, { params, body }) =>
    service.allowAssistant(services, scope, params.request, body),
  ),
  route(contract.refuseAssistant, (scope, { params }) =>
    service.refuseAssistant(services, scope, params.request),
  ),
];
