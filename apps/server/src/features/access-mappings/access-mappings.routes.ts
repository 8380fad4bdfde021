import * as contract from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./access-mappings.service.ts";

export const accessMappingRoutes = (services: Services) => [
  route(contract.findAccessMappings, (scope) => service.findAccessMappings(scope)),
  route(contract.replaceAccessMappings, (scope, { body }) =>
    service.replaceAccessMappings(services, scope, body),
  ),
  route(contract.previewAccessMappings, (scope, { body }) => service.previewAccessMappings(scope, body)),
];
