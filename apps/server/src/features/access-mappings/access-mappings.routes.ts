import * as contract from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { route } from "../../platform/http/routes.ts";
import * as service from "./access-mappings.service.ts";

export const accessMappingRoutes = [
  route(contract.findAccessMappings, (scope) => service.findAccessMappings(scope)),
  route(contract.replaceAccessMappings, (scope, { body }) => service.replaceAccessMappings(scope, body)),
  route(contract.previewAccessMappings, (scope, { body }) => service.previewAccessMappings(scope, body)),
];
