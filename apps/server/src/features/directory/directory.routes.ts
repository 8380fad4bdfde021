import * as contract from "@mcc/contract/directory/directory.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { directoryLogSource } from "./directory-log.list.ts";
import * as tokens from "./directory-tokens.service.ts";

export const directoryRoutes = (services: Services) => [
  route(contract.directoryTokens, (scope) => tokens.listDirectoryTokens(services, scope)),
  route(contract.createDirectoryToken, (scope, { body }) => tokens.createDirectoryToken(scope, body)),
  route(contract.deleteDirectoryToken, (scope, { params }) => tokens.deleteDirectoryToken(scope, params.id)),
  ...listRoutes(contract.directoryLog, directoryLogSource),
];
