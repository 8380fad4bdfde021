import * as addressContract from "@mcc/contract/company-settings/addresses.api.ts";
import * as contract from "@mcc/contract/company-settings/company-settings.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import * as addresses from "./addresses.service.ts";
import * as service from "./company-settings.service.ts";

export const companySettingsRoutes = (services: Services) => [
  route(contract.findCompanyConfiguration, (scope, { params }) =>
    service.companyConfiguration(scope, params.id),
  ),
  route(contract.updateCompanyConfiguration, (scope, { params, body }) =>
    service.updateConfiguration(services, scope, params.id, body),
  ),
  route(addressContract.addresses, async (scope, { query }, { url }) =>
    withPageLinks(await addresses.addresses(scope, query), query, url),
  ),
  route(addressContract.createAddress, (scope, { body }) => addresses.createAddress(services, scope, body)),
  route(addressContract.updateAddress, (scope, { params, body }) =>
    addresses.updateAddress(services, scope, params.id, body),
  ),
];
