import * as contract from "@mcc/contract/sign-in/sign-in.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./sign-in.service.ts";

export const signInRoutes = (services: Services) => [
  route(contract.signIn, (_, { body }, request) => service.signIn(services, request, body)),
  route(contract.currentUser, async ({ who, token }) => ({ ...service.toSessionUser(who), token })),
  route(contract.signOut, (scope) => service.signOut(services, scope)),
  route(contract.requestPasswordReset, ({ address }, { body }) =>
    service.requestPasswordReset(services, address, body.userIdentifier),
  ),
  route(contract.checkResetToken, ({ address }, { body }) =>
    service.checkResetToken(services, address, body.token),
  ),
  route(contract.setNewPassword, ({ address }, { body }) => service.setNewPassword(services, address, body)),
];
