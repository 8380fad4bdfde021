import * as contract from "@mcc/contract/sites/sites.api.ts";
import { withLinks } from "../../platform/list.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./sites.service.ts";

export const siteRoutes = [
  on(contract.liteSites, async (scope, { query }, { url }) =>
    withLinks(await service.liteSites(scope, query), query, url),
  ),
];
