import * as contract from "@mcc/contract/notices/reminder-settings.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./reminder-settings.service.ts";

export const approvalSettingsRoutes = (services: Services) => [
  route(contract.findApprovalSettings, (scope) => service.findApprovalSettings(scope)),
  route(contract.updateApprovalSettings, (scope, { body }) =>
    service.updateApprovalSettings(services, scope, body),
  ),
];
