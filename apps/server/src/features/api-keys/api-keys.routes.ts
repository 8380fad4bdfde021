import { displayName } from "@mcc/contract/access/session.ts";
import * as contract from "@mcc/contract/api-keys/api-keys.api.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import { keySource } from "./api-keys.list.ts";
import * as service from "./api-keys.service.ts";
import { keyWriteSource } from "./key-writes.list.ts";

const actorOf = ({ who }: PlatformScope) => ({ id: who.id, name: displayName(who) });

export const apiKeyRoutes = [
  ...listRoutes(contract.apiKeyList, keySource),
  route(contract.createApiKey, (scope, { body }) => service.createApiKey(scope.db, actorOf(scope), body)),
  ...listRoutes(contract.keyWriteList, keyWriteSource),
  route(contract.findApiKey, (scope, { params }) => service.findApiKey(scope.db, params.id)),
  route(contract.replaceApiKey, (scope, { params, body }) =>
    service.replaceApiKey(scope.db, actorOf(scope), params.id, body),
  ),
  route(contract.revokeApiKey, (scope, { params }) =>
    service.revokeApiKey(scope.db, actorOf(scope), params.id),
  ),
];
