import * as preferences from "@mcc/contract/profile/notification-preferences.api.ts";
import { route } from "../../platform/http/routes.ts";
import { readPreferences, savePreferences } from "./notification-preferences.service.ts";

export const profileRoutes = [
  route(preferences.readNotificationPreferences, readPreferences),
  route(preferences.saveNotificationPreferences, (scope, { body }) => savePreferences(scope, body)),
];
