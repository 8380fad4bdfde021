import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import * as service from "./access.service.ts";

export const accessRoutes = [
  route(userAccess, async (scope, { params, query }, { url }) => {
    const { sites, ...access } = await service.userAccess(scope, params.id, query);
    return { ...access, sites: withPageLinks(sites, query, url) };
  }),
];
