import * as contract from "@mcc/contract/delegations/delegations.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./delegations.service.ts";

export const delegationRoutes = (services: Services) => [
  route(contract.delegations, async (scope, { query }, { url }) =>
    withPageLinks(await service.delegations(scope, query), query, url),
  ),
  route(contract.deputyDecisions, async (scope, { query }, { url }) =>
    withPageLinks(await service.deputyDecisions(scope, query), query, url),
  ),
  route(contract.createDelegation, (scope, { body }) => service.createDelegation(services, scope, body)),
  route(contract.endDelegation, (scope, { params }) => service.endDelegation(services, scope, params.id)),
  route(contract.possibleDeputies, (scope, { query }) => service.possibleDeputies(scope, query.search)),
];
