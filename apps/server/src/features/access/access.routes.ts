import { accessCoverage, orderAccess, siteAccess } from "@mcc/contract/access/access-questions.api.ts";
import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import * as service from "./access.service.ts";
import { approversOfOrder } from "./access-questions.service.ts";

export const accessRoutes = [
  route(userAccess, async (scope, { params, query }, { url }) => {
    const { sites, ...access } = await service.userAccess(scope, params.id, query);
    return { ...access, sites: withPageLinks(sites, query, url) };
  }),
  route(siteAccess, async (scope, { params, query }, { url }) => {
    const { users, ...site } = await service.siteAccess(scope, params.id, query);
    return { ...site, users: withPageLinks(users, query, url) };
  }),
  route(orderAccess, (scope, { params }) => approversOfOrder(scope, params.identifier)),
  route(accessCoverage, (scope) => service.accessCoverage(scope)),
];
