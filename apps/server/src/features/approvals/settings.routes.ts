import * as contract from "@mcc/contract/approvals/settings.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./settings.service.ts";

export const approvalSettingsRoutes = (platform: Platform) => [
  route(contract.findApprovalSettings, (scope) => service.findApprovalSettings(scope)),
  route(contract.updateApprovalSettings, (scope, { body }) =>
    service.updateApprovalSettings(platform, scope, body),
  ),
];
