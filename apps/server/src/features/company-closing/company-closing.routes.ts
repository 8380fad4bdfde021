import * as contract from "@mcc/contract/company-closing/company-closing.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./company-closing.service.ts";

export const companyClosingRoutes = (services: Services) => [
  route(contract.companyClosings, (scope) => service.companyClosings(services, scope)),
  route(contract.closeCompany, (scope, { params, body }) =>
    service.closeCompany(services, scope, params.id, body),
  ),
  route(contract.reopenCompany, (scope, { params }) => service.reopenCompany(scope, params.id)),
];
