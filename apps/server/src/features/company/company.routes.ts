import * as contract from "@mcc/contract/company/company.api.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./company.service.ts";

export const companyRoutes = (platform: Platform) => [
  on(contract.findCompanyConfiguration, (scope, { params }) =>
    service.companyConfiguration(scope, params.id),
  ),
  on(contract.updateCompanyConfiguration, (scope, { params, body }) =>
    service.updateConfiguration(platform, scope, params.id, body),
  ),
];
