import * as contract from "@mcc/contract/sites/site-records.api.ts";
import { route } from "../../platform/http/routes.ts";
import { countedPage, withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as shopUsers from "./shop-users.service.ts";
import * as assignments from "./site-assignments.service.ts";
import * as records from "./site-records.service.ts";
import * as service from "./sites.service.ts";

export const siteRecordRoutes = (platform: Platform) => [
  route(contract.findSite, (scope, { params }) => records.findSite(scope, params.id)),
  route(contract.createSite, (scope, { body }) => records.createSite(platform, scope, body)),
  route(contract.updateSite, (scope, { params, body }) =>
    records.updateSite(platform, scope, params.id, body),
  ),
  route(contract.cloneSite, (scope, { params, body }) => records.cloneSite(platform, scope, params.id, body)),
  route(contract.deleteSite, (scope, { params }) => records.deleteSite(platform, scope, params.id)),
  route(contract.assignUsers, (scope, { params, body }) =>
    assignments.assignUsers(platform, scope, params.id, body.users),
  ),
  route(contract.siteExists, (scope, { body }) => service.siteExists(platform, scope, body.name)),
  route(contract.usernameExists, (scope, { body }) =>
    shopUsers.usernameExists(platform, scope, body.username),
  ),
  route(contract.siteGroups, async (scope, { params }) => (await records.findSite(scope, params.id)).groups),
  route(contract.siteCount, async (scope) => ({ count: await service.countSites(scope) })),
  route(contract.warehouses, async (scope, { query }, { url }) =>
    withPageLinks(countedPage(await service.warehouses(scope, query)), query, url),
  ),
];
