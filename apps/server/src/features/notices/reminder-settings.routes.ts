import * as contract from "@mcc/contract/notices/reminder-settings.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./reminder-settings.service.ts";

export const approvalSettingsRoutes = (services: Services) => [
  route(contract.findReminderSettings, (scope) => service.findReminderSettings(scope)),
  route(contract.updateReminderSettings, (scope, { body }) =>
    service.updateReminderSettings(services, scope, body),
  ),
];
