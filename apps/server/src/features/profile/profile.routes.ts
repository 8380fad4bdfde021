import * as preferences from "@mcc/contract/profile/notification-preferences.api.ts";
import * as contract from "@mcc/contract/profile/profile.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import { changePassword } from "../sign-in/password-change.service.ts";
import { readPreferences, savePreferences } from "./notification-preferences.service.ts";
import { endOtherSessions, endSession, ownSessions } from "./own-sessions.service.ts";
import { findProfile, updateProfile } from "./profile.service.ts";

export const profileRoutes = (platform: Platform) => [
  route(contract.findProfile, (scope) => findProfile(platform, scope)),
  route(contract.updateProfile, (scope, { body }) => updateProfile(platform, scope, body)),
  route(contract.changePassword, (scope, { body }, { address }) =>
    changePassword(platform, scope, address, body),
  ),
  route(contract.ownSessions, (scope, _, { address }) => ownSessions(platform, scope, address)),
  route(contract.endSession, (scope, { params }) => endSession(platform, scope, params.id)),
  route(contract.endOtherSessions, (scope) => endOtherSessions(platform, scope)),
  route(preferences.readNotificationPreferences, readPreferences),
  route(preferences.saveNotificationPreferences, (scope, { body }) => savePreferences(scope, body)),
];
