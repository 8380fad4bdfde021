import { loginAsSite, redeemLoginAs } from "@mcc/contract/sites/login-as.api.ts";
import { allSites, siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import * as loginAs from "./login-as.service.ts";
import { siteSource } from "./sites.list.ts";
import * as service from "./sites.service.ts";

export const siteRoutes = [
  ...listRoutes(siteList, siteSource, [allSites]),
  route(siteUsers, async (scope, { params, query }, { url }) =>
    withPageLinks(await service.siteUsers(scope, params.id, query), query, url),
  ),
  route(loginAsSite, (scope, { params }) => loginAs.loginAsSite(scope, params.id)),
  route(redeemLoginAs, (scope, { body }) => loginAs.redeemLoginAs(scope, body)),
];
