import * as administratorContract from "@mcc/contract/companies/administrators.api.ts";
import * as contract from "@mcc/contract/companies/companies.api.ts";
import * as configurationContract from "@mcc/contract/companies/configurations.api.ts";
import * as integrationContract from "@mcc/contract/companies/integration.api.ts";
import * as warehouseContract from "@mcc/contract/companies/warehouses.api.ts";
import { companyRoute, route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import * as administrators from "./administrators.service.ts";
import { companySource } from "./companies.list.ts";
import * as service from "./companies.service.ts";
import * as configurations from "./configurations.service.ts";
import * as integration from "./integration.service.ts";
import * as warehouses from "./warehouses.service.ts";

export const companiesRoutes = (services: Services) => [
  ...listRoutes(contract.companyList, companySource),
  route(contract.createCompany, (scope, { body }) => service.createCompany(scope, body)),
  route(contract.findCompany, (scope, { params }) => service.findCompany(scope, params.id)),
  route(contract.updateCompany, (scope, { params, body }) =>
    service.updateCompany(services, scope, params.id, body),
  ),
  route(configurationContract.createConfiguration, (scope, { body }) =>
    configurations.createConfiguration(services, scope, body),
  ),
  route(configurationContract.findConfiguration, (scope, { params }) =>
    configurations.findConfiguration(scope, params.id),
  ),
  companyRoute(configurationContract.updateConfiguration, (companies, { params, body }) =>
    configurations.updateConfiguration(services, companies, params.id, body),
  ),
  route(integrationContract.findIntegration, (scope, { params }) =>
    integration.findIntegration(scope, params.id),
  ),
  route(integrationContract.updateIntegration, (scope, { params, body }) =>
    integration.updateIntegration(services, scope, params.id, body),
  ),
  route(integrationContract.createEventSecret, (scope, { params }) =>
    integration.createEventSecret(services, scope, params.id),
  ),
  route(warehouseContract.companyWarehouses, (scope, { params }) =>
    warehouses.listWarehouses(scope, params.id),
  ),
  route(warehouseContract.addWarehouse, (scope, { params, body }) =>
    warehouses.addWarehouse(services, scope, params.id, body),
  ),
  route(warehouseContract.updateWarehouse, (scope, { params, body }) =>
    warehouses.updateWarehouse(services, scope, params, body),
  ),
  route(administratorContract.administrators, (scope, { params }) =>
    administrators.listAdministrators(scope, params.id),
  ),
  companyRoute(administratorContract.inviteAdministrator, (companies, { params, body }) =>
    administrators.inviteAdministrator(services, companies, params.id, body),
  ),
  companyRoute(administratorContract.updateAdministrator, (companies, { params, body }) =>
    administrators.updateAdministrator(services, companies, params, body),
  ),
  companyRoute(administratorContract.resendInvitation, (companies, { params }) =>
    administrators.resendInvitation(services, companies, params),
  ),
  companyRoute(administratorContract.revokeAdministrator, (companies, { params }) =>
    administrators.revokeAdministrator(services, companies, params),
  ),
];
