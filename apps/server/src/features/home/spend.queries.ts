import { SPENT_STATUSES, type SpendPeriod, type SpendUnit } from "@mcc/contract/home/home.schema.ts";
import { codeOf, ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";

export interface SpendWindow {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const SPENT = SPENT_STATUSES.map((name) => codeOf(ORDER_STATUSES, name));

/** The rollup that has the days of this user: the one of the company, or of each site if they do not see every one. */
const fromRollup = ({ companyId, siteIds }: CompanyScope, { after, before }: SpendWindow): Condition => {
  const [table, own] =
    siteIds === "all"
      ? [sql`order_day_counts`, sql`status = any(${SPENT}::smallint[])`]
      : [sql`site_day_spend`, sql`site_id = any(${siteIds})`];
  const conditions = [
    sql`company_id = ${companyId}`,
    own,
    sql`orders <> 0`,
    ...(after ? [sql`day >= ${after}::date`] : []),
    ...(before ? [sql`day <= ${before}::date`] : []),
  ];
  return sql`from ${table} where ${allConditions(conditions)}`;
};

/** The first and the last day with an order; undefined if there is none. */
export const findSpendDays = async (scope: CompanyScope, window: SpendWindow) => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day)::text as first, max(day)::text as last ${fromRollup(scope, window)}`.execute(scope.db);
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? undefined : { first, last };
};

/** Every period from one day to another, oldest first. */
export const spendPeriods = async (
  scope: CompanyScope,
  window: SpendWindow,
  { unit, first, last }: { readonly unit: SpendUnit; readonly first: string; readonly last: string },
): Promise<Omit<SpendPeriod, "before">[]> => {
  const { rows } = await sql<Omit<SpendPeriod, "before">>`
    select period::date::text as start, coalesce(spent.orders, 0)::bigint as orders,
      coalesce(spent.total, 0)::numeric(24, 2)::text as total
    from generate_series(date_trunc(${unit}, ${first}::timestamp), ${last}::timestamp, ${`1 ${unit}`}::interval) as period
    left join (
      select date_trunc(${unit}, day::timestamp) as period, sum(orders) as orders, sum(total) as total
      ${fromRollup(scope, window)} group by 1) as spent using (period)
    order by period`.execute(scope.db);
  return rows;
};

type Spent = NonNullable<SpendPeriod["before"]>;
const SUMS = sql`coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(total), 0)::numeric(24, 2)::text as total`;

/** What was spent in a window. */
export const findSpent = async (scope: CompanyScope, window: SpendWindow): Promise<Spent> => {
  const { rows } = await sql<Spent>`select ${SUMS} ${fromRollup(scope, window)}`.execute(scope.db);
  return rows[0] as Spent;
};

/** What was spent in a window, by the periods that its days fall into when they are moved by the length of the window. */
export const spentLater = async (
  scope: CompanyScope,
  window: SpendWindow & { readonly days: number },
  unit: SpendUnit,
): Promise<ReadonlyMap<string, Spent>> => {
  const { rows } = await sql<Spent & { start: string }>`
    select date_trunc(${unit}, (day + ${window.days}::int)::timestamp)::date::text as start, ${SUMS}
    ${fromRollup(scope, window)} group by 1`.execute(scope.db);
  return new Map(rows.map(({ start, ...spent }) => [start, spent]));
};
