import * as contract from "@mcc/contract/factors/factors.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./factors.service.ts";
import { passkeyHostOf } from "./passkeys.ts";
import { resetFactors, userFactors } from "./reset-factors.service.ts";

export const factorRoutes = (services: Services) => [
  route(contract.ownFactors, ({ who }) => service.factorsOfUser(services.database.platform, who.id)),
  route(contract.addApp, (scope, { body }) => service.addApp(services, scope, body.name)),
  route(contract.confirmApp, (scope, { params, body }) =>
    service.confirmApp(services, scope, params.id, body.code),
  ),
  route(contract.passkeyOptions, (scope, _, { url }) =>
    service.passkeyOptions(services, scope, passkeyHostOf(url)),
  ),
  route(contract.addPasskey, (scope, { body }, { url }) =>
    service.addPasskey(services, scope, passkeyHostOf(url), body),
  ),
  route(contract.replaceRecoveryCodes, (scope) => service.replaceRecoveryCodes(services, scope)),
  route(contract.removeFactor, (scope, { params }) => service.removeFactor(services, scope, params.id)),
  route(contract.userFactors, (scope, { params }) => userFactors(services, scope, params.id)),
  route(contract.resetFactors, (scope, { params }) => resetFactors(services, scope, params.id)),
];
