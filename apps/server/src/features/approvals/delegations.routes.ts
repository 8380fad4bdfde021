import * as contract from "@mcc/contract/approvals/delegations.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./delegations.service.ts";

export const delegationRoutes = (platform: Platform) => [
  route(contract.delegations, async (scope, { query }, { url }) =>
    withPageLinks(await service.delegations(scope, query), query, url),
  ),
  route(contract.createDelegation, (scope, { body }) => service.createDelegation(platform, scope, body)),
  route(contract.endDelegation, (scope, { params }) => service.endDelegation(platform, scope, params.id)),
  route(contract.possibleDeputies, (scope, { query }) => service.possibleDeputies(scope, query.search)),
];
