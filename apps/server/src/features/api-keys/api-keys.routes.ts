import { displayName } from "@mcc/contract/access/session.ts";
import * as contract from "@mcc/contract/api-keys/api-keys.api.ts";
import { on } from "../../platform/routes.ts";
import type { PlatformScope } from "../../platform/scope.ts";
import * as service from "./api-keys.service.ts";

const makerOf = ({ who }: PlatformScope) => ({ id: who.id, name: displayName(who) });

export const apiKeyRoutes = [
  on(contract.apiKeys, async ({ db }) => ({ results: await service.listApiKeys(db) })),
  on(contract.createApiKey, (scope, { body }) => service.createApiKey(scope.db, makerOf(scope), body)),
  on(contract.revokeApiKey, (scope, { params }) => service.revokeApiKey(scope.db, makerOf(scope), params.id)),
];
