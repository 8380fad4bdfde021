import * as contract from "@mcc/contract/preferences/preferences.api.ts";
import { route } from "../../platform/http/routes.ts";
import * as service from "./preferences.service.ts";

export const preferenceRoutes = [
  route(contract.readPreference, (scope, { params }) => service.readPreference(scope, params.key)),
  route(contract.savePreference, (scope, { params, body }) =>
    service.savePreference(scope, params.key, body.value),
  ),
];
