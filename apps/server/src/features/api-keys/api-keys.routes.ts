import { displayName } from "@mcc/contract/access/session.ts";
import * as contract from "@mcc/contract/api-keys/api-keys.api.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { route } from "../../platform/http/routes.ts";
import * as service from "./api-keys.service.ts";

const actorOf = ({ who }: PlatformScope) => ({ id: who.id, name: displayName(who) });

export const apiKeyRoutes = [
  route(contract.apiKeys, async ({ db }) => ({ results: await service.listApiKeys(db) })),
  route(contract.createApiKey, (scope, { body }) => service.createApiKey(scope.db, actorOf(scope), body)),
  route(contract.revokeApiKey, (scope, { params }) =>
    service.revokeApiKey(scope.db, actorOf(scope), params.id),
  ),
];
