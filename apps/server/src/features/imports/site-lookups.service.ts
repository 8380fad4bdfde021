import type { SiteCells } from "@mcc/contract/imports/site-columns.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import * as queries from "./site-lookups.queries.ts";

const TABLES = { site_type: "site_types", site_warehouse: "warehouses", node: "organization_nodes" } as const;
type Named = keyof typeof TABLES;
const NONE = { id: undefined, count: 0 };

/** What the company has of the names in some rows. */
export interface Lookups {
  readonly site: (name: string) => queries.NamedSite | undefined;
  readonly record: (
    field: Named,
    name: string,
  ) => { readonly id: number | undefined; readonly count: number };
  readonly isInactiveWarehouse: (name: string) => boolean;
  readonly shopUser: (username: string) => Pick<queries.NamedShopUser, "is_own" | "is_taken">;
}

/** Looks up all names at once: one query for each kind of record, however many rows there are. */
export const findLookups = async (scope: CompanyScope, rows: readonly SiteCells[]): Promise<Lookups> => {
  const namesIn = (field: keyof SiteCells): string[] => [
    ...new Set(rows.flatMap((cells) => cells[field] ?? [])),
  ];
  const byName = <R extends { given: string }>(found: readonly R[]) =>
    new Map(found.map((one) => [one.given, one]));
  const [sites, types, warehouses, inactive, nodes, shopUsers] = await Promise.all([
    queries.sitesOfNames(scope, namesIn("name")).then(byName),
    queries.recordsOfNames(scope, TABLES.site_type, namesIn("site_type")).then(byName),
    queries.recordsOfNames(scope, TABLES.site_warehouse, namesIn("site_warehouse")).then(byName),
    queries.inactiveWarehouses(scope, namesIn("site_warehouse")),
    queries.recordsOfNames(scope, TABLES.node, namesIn("node")).then(byName),
    queries.shopUsersOfNames(scope, namesIn("ecommerce_username")).then(byName),
  ]);
  const records = { site_type: types, site_warehouse: warehouses, node: nodes };
  return {
    site: (name) => sites.get(name),
    record: (field, name) => records[field].get(name) ?? NONE,
    isInactiveWarehouse: (name) => inactive.includes(name),
    shopUser: (username) => shopUsers.get(username) ?? { is_own: false, is_taken: false },
  };
};
