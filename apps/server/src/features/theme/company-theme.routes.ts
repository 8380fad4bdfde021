import * as contract from "@mcc/contract/theme/company-theme.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./company-theme.service.ts";

export const companyThemeRoutes = (services: Services) => [
  route(contract.findCompanyTheme, (scope, { params }) => service.findCompanyTheme(scope, params.id)),
  route(contract.updateCompanyTheme, (scope, { params, body }) =>
    service.updateCompanyTheme(services, scope, params.id, body),
  ),
  route(contract.uploadCompanyLogo, (scope, { params, body }) =>
    service.uploadCompanyLogo(services, scope, params.id, Buffer.from(body.content, "base64")),
  ),
  route(contract.deleteCompanyLogo, (scope, { params }) =>
    service.deleteCompanyLogo(services, scope, params.id),
  ),
];
