import * as contract from "@mcc/contract/sign-in/sign-in.api.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./sign-in.service.ts";

export const signInRoutes = (platform: Platform) => [
  on(contract.signIn, ({ address }, { body }) => service.signIn(platform, address, body)),
  on(contract.currentUser, async ({ who, token }) => ({ ...service.toSessionUser(who), token })),
  on(contract.signOut, (scope) => service.signOut(platform, scope)),
  on(contract.requestPasswordReset, ({ address }, { body }) =>
    service.requestPasswordReset(platform, address, body.userIdentifier),
  ),
  on(contract.checkResetToken, ({ address }, { body }) =>
    service.checkResetToken(platform, address, body.token),
  ),
  on(contract.setNewPassword, ({ address }, { body }) => service.setNewPassword(platform, address, body)),
];
