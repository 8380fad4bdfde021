import * as contract from "@mcc/contract/company-keys/company-keys.api.ts";
import { route } from "../../platform/http/routes.ts";
import * as service from "./company-keys.service.ts";

export const companyKeyRoutes = [
  route(contract.companyKeys, service.listCompanyKeys),
  route(contract.createCompanyKey, (scope, { body }) => service.createCompanyKey(scope, body)),
  route(contract.findCompanyKey, (scope, { params }) => service.findCompanyKey(scope, params.id)),
  route(contract.replaceCompanyKey, (scope, { params, body }) =>
    service.replaceCompanyKey(scope, params.id, body),
  ),
  route(contract.deleteCompanyKey, (scope, { params }) => service.deleteCompanyKey(scope, params.id)),
];
