import * as preferences from "@mcc/contract/profile/notification-preferences.api.ts";
import * as contract from "@mcc/contract/profile/profile.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { cancelEmailChange, resendEmailLink } from "../sign-in/email-change.service.ts";
import { changePassword } from "../sign-in/password-change.service.ts";
import { readPreferences, savePreferences } from "./notification-preferences.service.ts";
import { endOtherSessions, endSession, ownSessions } from "./own-sessions.service.ts";
import { findProfile, updateProfile } from "./profile.service.ts";

export const profileRoutes = (services: Services) => [
  route(contract.findProfile, (scope) => findProfile(services, scope)),
  route(contract.updateProfile, (scope, { body }, { address }) =>
    updateProfile(services, scope, address, body),
  ),
  route(contract.resendEmailLink, (scope) => resendEmailLink(services, scope)),
  route(contract.cancelEmailChange, (scope) => cancelEmailChange(services, scope)),
  route(contract.changePassword, (scope, { body }, { address }) =>
    changePassword(services, scope, address, body),
  ),
  route(contract.ownSessions, (scope, _, { address }) => ownSessions(services, scope, address)),
  route(contract.endSession, (scope, { params }) => endSession(services, scope, params.id)),
  route(contract.endOtherSessions, (scope) => endOtherSessions(services, scope)),
  route(preferences.readNotificationPreferences, readPreferences),
  route(preferences.saveNotificationPreferences, (scope, { body }) => savePreferences(scope, body)),
];
