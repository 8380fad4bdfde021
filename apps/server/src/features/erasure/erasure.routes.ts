import * as contract from "@mcc/contract/erasure/erasure.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { eraseUser, listErasures } from "./erasure.service.ts";

export const erasureRoutes = (services: Services) => [
  route(contract.eraseUser, (scope, { params, body }) => eraseUser(services, scope, params.id, body)),
  route(contract.erasures, (scope) => listErasures(scope)),
];
