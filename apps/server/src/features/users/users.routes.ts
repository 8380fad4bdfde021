import { assignPolicies as assignPoliciesEndpoint } from "@mcc/contract/users/policies.api.ts";
import * as contract from "@mcc/contract/users/users.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { assignPolicies } from "./policies.service.ts";
import * as records from "./user-records.service.ts";
import { assignUserToSites } from "./user-sites.service.ts";
import { userSource } from "./users.list.ts";
import * as service from "./users.service.ts";

export const userRoutes = (services: Services) => [
  ...listRoutes(contract.userList, userSource),
  route(contract.findUser, (scope, { params, query }) => service.findUser(scope, params.id, query.withSites)),
  route(contract.createUser, (scope, { body }) => records.createUser(services, scope, body)),
  route(contract.updateUser, (scope, { params, body }) =>
    records.updateUser(services, scope, params.id, body),
  ),
  route(contract.deleteUser, (scope, { params }) => records.deleteUser(services, scope, params.id)),
  route(contract.cloneUser, (scope, { params, body }) => records.cloneUser(services, scope, params.id, body)),
  route(contract.inviteUser, (scope, { params }) => records.inviteUser(services, scope, params.id)),
  route(contract.userSites, async (scope, { params, query }, { url }) =>
    withPageLinks(await service.userSites(scope, params.id, query), query, url),
  ),
  route(assignPoliciesEndpoint, (scope, { params, body }) =>
    assignPolicies(services, scope, params.id, body),
  ),
  route(contract.assignUserToSites, (scope, { body }) => assignUserToSites(services, scope, body)),
];
