import { allSites, siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import { withLinks } from "../../platform/list.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import { on } from "../../platform/routes.ts";
import { siteSource } from "./sites.list.ts";
import * as service from "./sites.service.ts";

export const siteRoutes = [
  ...listRoutes(siteList, siteSource, [allSites]),
  on(siteUsers, async (scope, { params, query }, { url }) =>
    withLinks(await service.siteUsers(scope, params.id, query), query, url),
  ),
];
