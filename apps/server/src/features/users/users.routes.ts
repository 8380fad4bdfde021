import * as contract from "@mcc/contract/users/users.api.ts";
import { withLinks } from "../../platform/list.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./users.service.ts";

export const userRoutes = [
  on(contract.liteUsers, async (scope, { query }, { url }) =>
    withLinks(await service.liteUsers(scope, query), query, url),
  ),
];
