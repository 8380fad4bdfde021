import { SPENT_STATUSES } from "@mcc/contract/home/home.schema.ts";
import { ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";
import type { SkippedDays } from "./chart-parts.ts";

const SPENT = SPENT_STATUSES.map((name) => ORDER_STATUSES.indexOf(name) + 1);

/** How spend is divided: by site, by a field of the sites, or by the nodes of a group of the hierarchy. */
export type Division = "site" | "region" | "business_unit" | { readonly group: number };

/** Every site with the name of the place it belongs to: places of one name are one place, as in a list of orders. */
const placesOf = (by: Division): Condition => {
  if (typeof by === "string") {
    const field = sql.ref(by === "site" ? "sites.name" : `sites.${by}`);
    return sql`select id as site_id, ${field} as name from sites where ${field} <> ''`;
  }
  return sql`with recursive below as (
      select id, name from organization_nodes where group_id = ${by.group}
      union
      select child.id, below.name from organization_nodes child join below on child.parent_id = below.id)
    select sites.id as site_id, below.name from sites join below on below.id = sites.node_id`;
};

export interface Place {
  readonly name: string;
  readonly orders: number;
  readonly total: string;
}

const spentSince = ({ companyId, siteIds }: CompanyScope, since: string): Condition =>
  allConditions([
    sql`company_id = ${companyId}`,
    sql`day >= ${since}::date`,
    ...(siteIds === "all" ? [] : [sql`site_id = any(${siteIds})`]),
  ]);

/** The places with the most spend. */
export const placesBySpend = async (
  scope: CompanyScope,
  { by, since, most }: { readonly by: Division; readonly since: string; readonly most: number },
): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    with spent as materialized (
      select site_id, sum(orders) as orders, sum(total) as total from site_day_spend
      where ${spentSince(scope, since)} group by site_id)
    select place.name, sum(spent.orders)::bigint as orders, sum(spent.total)::numeric(24, 2)::text as total
    from spent join (${placesOf(by)}) as place on place.site_id = spent.site_id
    group by 1 having sum(spent.orders) <> 0 order by sum(spent.total) desc, 1 limit ${most}`.execute(
    scope.db,
  );
  return rows;
};

export interface SpendMonth {
  readonly month: string;
  readonly orders: number;
  readonly total: string;
}

/** Spend by month, of all sites or of one place. Months without orders are left out. */
export const spendByMonth = async (
  scope: CompanyScope,
  since: string,
  skipped: SkippedDays,
  place?: { readonly by: Division; readonly name: string },
): Promise<SpendMonth[]> => {
  const ofPlace = place
    ? sql`and site_id in (select site_id from (${placesOf(place.by)}) as place where name = ${place.name})`
    : sql``;
  const from =
    scope.siteIds === "all" && !place
      ? sql`order_day_counts where company_id = ${scope.companyId} and day >= ${since}::date
          and status = any(${SPENT}::smallint[])`
      : sql`site_day_spend where ${spentSince(scope, since)} ${ofPlace}`;
  const compared = sql`and (day <= ${skipped.after}::date or day >= ${skipped.until}::date)`;
  const { rows } = await sql<SpendMonth>`
    select date_trunc('month', day)::date::text as month, sum(orders)::bigint as orders,
      sum(total)::numeric(24, 2)::text as total
    from ${from} ${compared} group by 1`.execute(scope.db);
  return rows;
};

/** The groups of the hierarchy, in the order of their names. */
export const groupNames = ({ db }: CompanyScope) =>
  db.selectFrom("organization_groups").select(["id", "name"]).orderBy("name").orderBy("id").execute();
