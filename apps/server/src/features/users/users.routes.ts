import * as contract from "@mcc/contract/users/users.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import * as service from "./users.service.ts";

export const userRoutes = [
  route(contract.liteUsers, async (scope, { query }, { url }) =>
    withPageLinks(await service.liteUsers(scope, query), query, url),
  ),
];
