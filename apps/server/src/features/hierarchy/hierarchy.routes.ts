import * as contract from "@mcc/contract/hierarchy/hierarchy.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import * as service from "./hierarchy.service.ts";

export const hierarchyRoutes = [
  route(contract.organizationGroups, async (scope, { query }, { url }) =>
    withPageLinks(await service.organizationGroups(scope, query), query, url),
  ),
  route(contract.organizationNodes, async (scope, { query }, { url }) =>
    withPageLinks(await service.organizationNodes(scope, query), query, url),
  ),
];
