import * as contract from "@mcc/contract/roles/roles.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./roles.service.ts";

export const roleRoutes = (platform: Platform) => [
  route(contract.roles, async (scope, { query }, { url }) =>
    withPageLinks(await service.roles(scope, query), query, url),
  ),
  route(contract.findRole, (scope, { params }) => service.findRole(scope, params.id)),
  route(contract.createRole, (scope, { body }) => service.createRole(platform, scope, body)),
  route(contract.updateRole, (scope, { params, body }) =>
    service.updateRole(platform, scope, params.id, body),
  ),
  route(contract.deleteRole, (scope, { params }) => service.deleteRole(platform, scope, params.id)),
];
