import { ORDER_STATUSES, type OrderStatus, statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";
import type { SkippedDays } from "./chart-parts.ts";

/** Number and total of the orders in one status, for each value of a key. */
export interface StatusSum {
  readonly key: string;
  readonly status: OrderStatus;
  readonly orders: number;
  readonly total: string;
  /** The day of the oldest one, in UTC. */
  readonly oldest: string;
}

interface Asked {
  /** The first day, in UTC. */
  readonly since?: string | undefined;
  /** Days that are left out. */
  readonly skipped?: SkippedDays;
  readonly statuses?: readonly OrderStatus[];
  /** Of the column `day`. */
  readonly key: Condition;
}

/**
 * Orders by day and status: from the rollup of the company, or within some sites from the index that has their dates,
 * statuses and totals.
 */
const statusDays = (
  { companyId, siteIds }: CompanyScope,
  { since, skipped, statuses = ORDER_STATUSES }: Asked,
): Condition => {
  const codes = statuses.map((name) => ORDER_STATUSES.indexOf(name) + 1);
  const own = [sql`company_id = ${companyId}`, sql`status = any(${codes}::smallint[])`];
  if (siteIds === "all") {
    const dated = [
      ...(since ? [sql`day >= ${since}::date`] : []),
      ...(skipped ? [sql`(day <= ${skipped.after}::date or day >= ${skipped.until}::date)`] : []),
    ];
    return sql`select day, status, orders, total from order_day_counts
      where ${allConditions([...own, sql`orders <> 0`, ...dated])}`;
  }
  const dated = [
    ...(since ? [sql`order_date >= ${`${since}T00:00:00Z`}::timestamptz`] : []),
    ...(skipped
      ? [
          sql`(order_date <= ${`${skipped.after}T23:59:59.999Z`}::timestamptz
            or order_date >= ${`${skipped.until}T00:00:00Z`}::timestamptz)`,
        ]
      : []),
  ];
  return sql`select (order_date at time zone 'UTC')::date as day, status, 1 as orders, total from orders
    where ${allConditions([...own, sql`site_id = any(${siteIds})`, ...dated])}`;
};

export const statusSums = async (scope: CompanyScope, asked: Asked): Promise<StatusSum[]> => {
  const { rows } = await sql<Omit<StatusSum, "status"> & { status: number }>`
    select ${asked.key} as key, status, sum(orders)::bigint as orders, sum(total)::numeric(24, 2)::text as total,
      min(day)::text as oldest
    from (${statusDays(scope, asked)}) as counted group by 1, 2`.execute(scope.db);
  return rows.map((row) => ({ ...row, status: statusOf(row.status) }));
};

/** The sites with the most orders in these statuses; sites of one name are one, as in a list of orders. */
export const busiestSites = async (
  { db, companyId, siteIds }: CompanyScope,
  statuses: readonly OrderStatus[],
  most: number,
) => {
  const codes = statuses.map((name) => ORDER_STATUSES.indexOf(name) + 1);
  const seen = siteIds === "all" ? [] : [sql`site_id = any(${siteIds})`];
  const conditions = [sql`company_id = ${companyId}`, sql`status = any(${codes}::smallint[])`, ...seen];
  const { rows } = await sql<{ name: string; orders: number; total: string }>`
    with counted as materialized (
      select site_id, sum(orders) as orders, sum(total) as total
      from order_site_counts where ${allConditions(conditions)} group by site_id having sum(orders) <> 0)
    select sites.name, sum(counted.orders)::bigint as orders, sum(counted.total)::numeric(24, 2)::text as total
    from counted join sites on sites.id = counted.site_id
    group by 1 order by sum(counted.orders) desc, 1 limit ${most}`.execute(db);
  return rows;
};
