import * as contract from "@mcc/contract/site-types/site-types.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./site-types.service.ts";

export const siteTypeRoutes = (platform: Platform) => [
  route(contract.siteTypes, async (scope, { query }, { url }) =>
    withPageLinks(await service.siteTypes(scope, query), query, url),
  ),
  route(contract.findSiteType, (scope, { params }) => service.findSiteType(scope, params.id)),
  route(contract.createSiteType, (scope, { body }) => service.createSiteType(platform, scope, body)),
  route(contract.updateSiteType, (scope, { params, body }) =>
    service.updateSiteType(platform, scope, params.id, body),
  ),
  route(contract.deleteSiteType, (scope, { params }) => service.deleteSiteType(platform, scope, params.id)),
];
