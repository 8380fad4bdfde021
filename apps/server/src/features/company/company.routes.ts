import * as contract from "@mcc/contract/company/company.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./company.service.ts";

export const companyRoutes = (platform: Platform) => [
  route(contract.findCompanyConfiguration, (scope, { params }) =>
    service.companyConfiguration(scope, params.id),
  ),
  route(contract.updateCompanyConfiguration, (scope, { params, body }) =>
    service.updateConfiguration(platform, scope, params.id, body),
  ),
];
