import * as contract from "@mcc/contract/support-access/support-access.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./support-access.service.ts";

export const supportAccessRoutes = (services: Services) => [
  route(contract.findSupportAccess, (scope) => service.findSupportAccess(scope)),
  route(contract.grantSupportAccess, (scope, { body }) => service.grantSupportAccess(services, scope, body)),
  route(contract.revokeSupportAccess, (scope) => service.revokeSupportAccess(services, scope)),
  route(contract.findCompanySupportAccess, (scope, { params }) =>
    service.findCompanySupportAccess(scope, params.id),
  ),
  route(contract.openSupportSession, (scope, { params }, request) =>
    service.openSupportSession(services, scope, params.id, request),
  ),
];
