import * as contract from "@mcc/contract/roles/roles.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import * as service from "./roles.service.ts";

export const roleRoutes = [
  route(contract.roles, async (scope, { query }, { url }) =>
    withPageLinks(await service.roles(scope, query), query, url),
  ),
];
