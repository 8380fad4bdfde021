import * as contract from "@mcc/contract/sign-in/sign-in.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./sign-in.service.ts";

export const signInRoutes = (platform: Platform) => [
  route(contract.signIn, (_, { body }, request) => service.signIn(platform, request, body)),
  route(contract.currentUser, async ({ who, token }) => ({ ...service.toSessionUser(who), token })),
  route(contract.signOut, (scope) => service.signOut(platform, scope)),
  route(contract.requestPasswordReset, ({ address }, { body }) =>
    service.requestPasswordReset(platform, address, body.userIdentifier),
  ),
  route(contract.checkResetToken, ({ address }, { body }) =>
    service.checkResetToken(platform, address, body.token),
  ),
  route(contract.setNewPassword, ({ address }, { body }) => service.setNewPassword(platform, address, body)),
];
