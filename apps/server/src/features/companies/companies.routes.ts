import * as administratorContract from "@mcc/contract/companies/administrators.api.ts";
import * as contract from "@mcc/contract/companies/companies.api.ts";
import * as configurationContract from "@mcc/contract/companies/configurations.api.ts";
import * as integrationContract from "@mcc/contract/companies/integration.api.ts";
import { companyRoute, route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as administrators from "./administrators.service.ts";
import { companySource } from "./companies.list.ts";
import * as service from "./companies.service.ts";
import * as configurations from "./configurations.service.ts";
import * as integration from "./integration.service.ts";

export const companiesRoutes = (platform: Platform) => [
  ...listRoutes(contract.companyList, companySource),
  route(contract.createCompany, (scope, { body }) => service.createCompany(scope, body)),
  route(contract.findCompany, (scope, { params }) => service.findCompany(scope, params.id)),
  route(contract.updateCompany, (scope, { params, body }) =>
    service.updateCompany(platform, scope, params.id, body),
  ),
  route(configurationContract.createConfiguration, (scope, { body }) =>
    configurations.createConfiguration(platform, scope, body),
  ),
  route(configurationContract.findConfiguration, (scope, { params }) =>
    configurations.findConfiguration(scope, params.id),
  ),
  companyRoute(configurationContract.updateConfiguration, (companies, { params, body }) =>
    configurations.updateConfiguration(platform, companies, params.id, body),
  ),
  route(integrationContract.findIntegration, (scope, { params }) =>
    integration.findIntegration(scope, params.id),
  ),
  route(integrationContract.updateIntegration, (scope, { params, body }) =>
    integration.updateIntegration(platform, scope, params.id, body),
  ),
  route(integrationContract.createEventSecret, (scope, { params }) =>
    integration.createEventSecret(platform, scope, params.id),
  ),
  route(administratorContract.administrators, (scope, { params }) =>
    administrators.listAdministrators(scope, params.id),
  ),
  companyRoute(administratorContract.inviteAdministrator, (companies, { params, body }) =>
    administrators.inviteAdministrator(platform, companies, params.id, body),
  ),
  companyRoute(administratorContract.resendInvitation, (companies, { params }) =>
    administrators.resendInvitation(platform, companies, params),
  ),
  companyRoute(administratorContract.revokeAdministrator, (companies, { params }) =>
    administrators.revokeAdministrator(platform, companies, params),
  ),
];
