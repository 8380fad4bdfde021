import * as contract from "@mcc/contract/theme/company-theme.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./company-theme.service.ts";

export const companyThemeRoutes = (platform: Platform) => [
  route(contract.findCompanyTheme, (scope, { params }) => service.findCompanyTheme(scope, params.id)),
  route(contract.updateCompanyTheme, (scope, { params, body }) =>
    service.updateCompanyTheme(platform, scope, params.id, body),
  ),
  route(contract.uploadCompanyLogo, (scope, { params, body }) =>
    service.uploadCompanyLogo(platform, scope, params.id, Buffer.from(body.content, "base64")),
  ),
  route(contract.deleteCompanyLogo, (scope, { params }) =>
    service.deleteCompanyLogo(platform, scope, params.id),
  ),
];
