import * as contract from "@mcc/contract/roles/roles.api.ts";
import { withLinks } from "../../platform/list.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./roles.service.ts";

export const roleRoutes = [
  on(contract.roles, async (scope, { query }, { url }) =>
    withLinks(await service.roles(scope, query), query, url),
  ),
];
