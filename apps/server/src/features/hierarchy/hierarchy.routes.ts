import * as contract from "@mcc/contract/hierarchy/hierarchy.api.ts";
import { withLinks } from "../../platform/list.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./hierarchy.service.ts";

export const hierarchyRoutes = [
  on(contract.organizationGroups, async (scope, { query }, { url }) =>
    withLinks(await service.organizationGroups(scope, query), query, url),
  ),
  on(contract.organizationNodes, async (scope, { query }, { url }) =>
    withLinks(await service.organizationNodes(scope, query), query, url),
  ),
];
