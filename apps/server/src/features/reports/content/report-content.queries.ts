import { quoted } from "@mcc/contract/kit/name-values.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { groupFilters } from "../../../platform/lists/group-filters.ts";
import { allConditions, type Condition } from "../../../platform/lists/list.ts";
import { isNamed } from "../../../platform/lists/name-filter.ts";

/** The names of the company's hierarchy groups; without a hierarchy it has none. */
export const groupNames = async ({ db, who, companyId }: CompanyScope): Promise<Map<number, string>> => {
  if (!who.company?.has_company_hierarchy) return new Map();
  const groups = await db
    .selectFrom("organization_groups")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .execute();
  return new Map(groups.map(({ id, name }) => [id, name]));
};

/** Those of these orders that the user may see, whatever their state is. */
export const namedOrders = async (
  { db, companyId, siteIds }: CompanyScope,
  identifiers: readonly string[],
): Promise<string[]> => {
  if (identifiers.length === 0) return [];
  const { rows } = await sql<{ identifier: string }>`select identifier from orders
    where company_id = ${companyId} and identifier = any(${identifiers}::text[])
      and ${siteIds === "all" ? sql`true` : sql`site_id = any(${siteIds})`}`.execute(db);
  return rows.map(({ identifier }) => identifier);
};

/** The columns of sites that filters of orders and of other lists find by name. */
const PLACES: Readonly<Record<string, Condition>> = {
  site: sql`sites.name`,
  site_name: sql`sites.name`,
  location_name: sql`sites.location_name`,
  business_unit: sql`sites.business_unit`,
  site_business_unit: sql`sites.business_unit`,
  region: sql`sites.region`,
  site_region: sql`sites.region`,
};
const EXACT = /^site_/;

/** A value of a filter that is typed as a name. */
export interface FilterName {
  readonly key: string;
  readonly name: string;
}

/** Those of the names, by their place among them, that are of places or hierarchy groups with a site that the user sees. */
export const placesSeen = async (
  { db, companyId, siteIds }: CompanyScope,
  names: readonly FilterName[],
): Promise<ReadonlySet<number>> => {
  const asked = names.flatMap(({ key, name }, index) => {
    const place = Object.hasOwn(PLACES, key) ? PLACES[key] : undefined;
    const found = place
      ? [isNamed(place, [EXACT.test(key) ? quoted(name) : name])]
      : groupFilters(sql`sites.id`, { [key]: [name] });
    return found.length === 0
      ? []
      : [
          sql`select ${sql.lit(index)} as index where exists (select from seen as sites where ${allConditions(found)})`,
        ];
  });
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ index: number }>`
    with seen as (select id, name, location_name, business_unit, region from sites
      where sites.company_id = ${companyId} and sites.deleted_at is null
        and ${siteIds === "all" ? sql`true` : sql`sites.id = any(${siteIds})`})
    ${sql.join(asked, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ index }) => index));
};
