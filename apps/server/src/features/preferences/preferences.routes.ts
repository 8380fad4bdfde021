import * as contract from "@mcc/contract/preferences/preferences.api.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./preferences.service.ts";

export const preferenceRoutes = [
  on(contract.readPreference, (scope, { params }) => service.readPreference(scope, params.key)),
  on(contract.savePreference, (scope, { params, body }) =>
    service.savePreference(scope, params.key, body.value),
  ),
];
