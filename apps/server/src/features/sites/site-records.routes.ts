import * as contract from "@mcc/contract/sites/site-records.api.ts";
import { route } from "../../platform/http/routes.ts";
import { countedPage, withPageLinks } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import * as shopUsers from "./shop-users.service.ts";
import * as assignments from "./site-assignments.service.ts";
import * as records from "./site-records.service.ts";
import * as service from "./sites.service.ts";

export const siteRecordRoutes = (services: Services) => [
  route(contract.findSite, (scope, { params }) => records.findSite(scope, params.id)),
  route(contract.createSite, (scope, { body }) => records.createSite(services, scope, body)),
  route(contract.updateSite, (scope, { params, body }) =>
    records.updateSite(services, scope, params.id, body),
  ),
  route(contract.cloneSite, (scope, { params, body }) => records.cloneSite(services, scope, params.id, body)),
  route(contract.deleteSite, (scope, { params }) => records.deleteSite(services, scope, params.id)),
  route(contract.assignUsers, (scope, { params, body }) =>
    assignments.assignUsers(services, scope, params.id, body.users),
  ),
  route(contract.siteExists, (scope, { body }) => service.siteExists(services, scope, body.name)),
  route(contract.usernameExists, (scope, { body }) =>
    shopUsers.usernameExists(services, scope, body.username),
  ),
  route(contract.siteGroups, async (scope, { params }) => (await records.findSite(scope, params.id)).groups),
  route(contract.siteCount, async (scope) => ({ count: await service.countSites(scope) })),
  route(contract.warehouses, async (scope, { query }, { url }) =>
    withPageLinks(countedPage(await service.warehouses(scope, query)), query, url),
  ),
];
