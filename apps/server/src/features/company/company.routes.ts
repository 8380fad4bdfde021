import * as addressContract from "@mcc/contract/company/addresses.api.ts";
import * as contract from "@mcc/contract/company/company.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as addresses from "./addresses.service.ts";
import * as service from "./company.service.ts";

export const companyRoutes = (platform: Platform) => [
  route(contract.findCompanyConfiguration, (scope, { params }) =>
    service.companyConfiguration(scope, params.id),
  ),
  route(contract.updateCompanyConfiguration, (scope, { params, body }) =>
    service.updateConfiguration(platform, scope, params.id, body),
  ),
  route(addressContract.addresses, async (scope, { query }, { url }) =>
    withPageLinks(await addresses.addresses(scope, query), query, url),
  ),
  route(addressContract.createAddress, (scope, { body }) => addresses.createAddress(platform, scope, body)),
  route(addressContract.updateAddress, (scope, { params, body }) =>
    addresses.updateAddress(platform, scope, params.id, body),
  ),
];
