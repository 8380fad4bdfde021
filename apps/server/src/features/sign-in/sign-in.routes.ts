import { confirmIdentity, confirmOptions } from "@mcc/contract/factors/factors.api.ts";
import * as contract from "@mcc/contract/sign-in/sign-in.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { toSessionUser } from "./open-session.service.ts";
import * as secondStep from "./second-step.service.ts";
import * as service from "./sign-in.service.ts";

export const signInRoutes = (services: Services) => [
  route(contract.signIn, (_, { body }, request) => service.signIn(services, request, body)),
  route(contract.giveSecondFactor, (_, { body }, request) =>
    secondStep.giveSecondFactor(services, request, body),
  ),
  route(contract.passkeySignInOptions, (_, __, request) =>
    secondStep.passkeySignInOptions(services, request),
  ),
  route(contract.signInWithPasskey, (_, { body }, request) =>
    secondStep.signInWithPasskey(services, request, body.assertion),
  ),
  route(confirmOptions, (scope, _, { url }) => secondStep.confirmOptions(services, scope, url)),
  route(confirmIdentity, (scope, { body }, request) =>
    secondStep.confirmIdentity(services, scope, request, body),
  ),
  route(contract.currentUser, async ({ who, token }) => ({ ...toSessionUser(who), token })),
  route(contract.signOut, (scope) => service.signOut(services, scope)),
  route(contract.requestPasswordReset, ({ address }, { body }) =>
    service.requestPasswordReset(services, address, body.userIdentifier),
  ),
  route(contract.checkResetToken, ({ address }, { body }) =>
    service.checkResetToken(services, address, body.token),
  ),
  route(contract.setNewPassword, ({ address }, { body }) => service.setNewPassword(services, address, body)),
];
