import { fail } from "@mcc/contract/kit/errors.ts";
import type { SearchResult } from "@mcc/contract/search/search.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Window } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { countExistsCall } from "./shop-users.service.ts";
import { siteNameExists } from "./site-records.queries.ts";
import { findSiteUsers } from "./site-users.queries.ts";
import { sitesByName } from "./sites.search.queries.ts";

export const siteUsers = async (scope: CompanyScope, id: number, window: Window) =>
  (await findSiteUsers(scope, id, window)) ?? fail("not_found");

export const siteExists = async (services: Services, scope: CompanyScope, name: string) => {
  await countExistsCall(services, scope);
  if (!(await siteNameExists(scope, name))) fail("not_found");
  return { exists: true } as const;
};

export { countSites, warehouseRows as warehouses } from "./site-records.queries.ts";

/** Sites for the search over all records. The list is what every user can open. */
export const searchSites = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<SearchResult[]> =>
  (await sitesByName(scope, typed, limit)).map(({ id, name, location_name, business_unit, region }) => ({
    kind: "site",
    id,
    title: name,
    subtitle: [location_name, business_unit, region].filter(Boolean).join(" · "),
    url: `/sites?${new URLSearchParams({ name })}`,
  }));
