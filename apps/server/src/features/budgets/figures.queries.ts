import type { BudgetPeriod, BudgetPreview } from "@mcc/contract/budgets/budgets.schema.ts";
import { SPENT_STATUSES } from "@mcc/contract/home/home.schema.ts";
import { codeOf, ORDER_STATUSES, PENDING_CODE, statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { CheckedBudget } from "./budget-checks.queries.ts";
import { coverageOf, nodesBelow, todayOf } from "./budgets.queries.ts";

export type PeriodRecord = BudgetPeriod & { readonly today: string };

/** The periods of a budget until the current one that have begun, newest first. */
export const periodRows = async ({ db, companyId }: CompanyData, id: number): Promise<PeriodRecord[]> => {
  const { rows } = await sql<PeriodRecord>`
    with recursive budget as materialized (
      select budget.id, budget.amount, coverage.period, coverage.starts_on, coverage.ends_on, coverage.repeats,
        now.today, span.first_day, span.last_day
      from budgets budget join ${coverageOf(companyId)}
      cross join (select ${todayOf(companyId)} as today) as now
      cross join lateral tenant.current_budget_period(coverage.period, coverage.starts_on, coverage.ends_on,
        coverage.repeats, now.today) as span
      where budget.company_id = ${companyId} and budget.id = ${id}),
    span as (
      select first_day, last_day, 1 as place from budget
      union all
      select earlier.first_day, earlier.last_day, span.place + 1
      from span cross join budget
      cross join lateral tenant.budget_period(budget.period, budget.starts_on, budget.ends_on, budget.repeats,
        span.first_day - 1) as earlier
      where earlier.first_day is not null and span.place < 500)
    select span.first_day::text as period_starts_on, span.last_day::text as period_ends_on, budget.amount, budget.today::text,
      tenant.budget_period_label(budget.period, span.first_day, span.last_day, true) as period_label,
      coalesce(balance.reserved, 0.00) as reserved, coalesce(balance.committed, 0.00) as committed,
      budget.amount - coalesce(balance.reserved + balance.committed, 0) as left,
      span.first_day = budget.first_day as is_current
    from span cross join budget
    left join budget_balances balance on balance.company_id = ${companyId} and balance.budget_id = budget.id
      and balance.period_start = span.first_day
    order by span.first_day desc`.execute(db);
  return rows;
};

interface Point {
  readonly day: string;
  readonly reserved: string;
  readonly committed: string;
}

/** What the orders of a period use together, by their dates. */
export const chartPoints = async (
  { db, companyId }: CompanyData,
  id: number,
  period: string,
): Promise<Point[]> => {
  const { rows } = await sql<Point>`
    select day::text, sum(reserved) over until as reserved, sum(committed) over until as committed from (
      select entry.day, sum(entry.reserved) as reserved, sum(entry.committed) as committed
      from budget_entries entry
      join budgets budget on budget.company_id = ${companyId} and budget.id = entry.budget_id
      where entry.company_id = ${companyId} and entry.budget_id = ${id} and entry.period_start = ${period}
        and entry.revision <= budget.revision
      group by entry.day having sum(entry.reserved) <> 0 or sum(entry.committed) <> 0) as days
    window until as (order by days.day) order by days.day`.execute(db);
  return rows;
};

type PreviewRecord = Omit<BudgetPreview, "takes_a_while" | "orders"> & {
  readonly all_orders: number;
  readonly orders: (Omit<BudgetPreview["orders"][number], "status"> & { status: number })[];
};

const SPENT = SPENT_STATUSES.map((status) => codeOf(ORDER_STATUSES, status));
/** Orders of all periods are counted up to this number. */
const MOST_COUNTED = 100_000;

/** What a budget would cover in its current period, and how many orders in all. */
export const previewOf = async (
  { db, companyId }: CompanyData,
  given: CheckedBudget,
  mostCounted = MOST_COUNTED,
): Promise<Omit<BudgetPreview, "takes_a_while"> & { all_orders: number }> => {
  const { amount, period, starts_on, ends_on = null, repeats, sites, nodes, afe_number, field } = given;
  const places = [
    ...(sites.length > 0 ? [sql`and orders.site_id = any(${sites}::bigint[])`] : []),
    ...(nodes.length > 0
      ? [
          sql`and orders.site_id in (select id from sites where company_id = ${companyId}
            and node_id in (${nodesBelow(companyId, sql`${nodes}::bigint[]`)}))`,
        ]
      : []),
    ...(afe_number ? [sql`and lower(trim(orders.afe_number)) = lower(${afe_number})`] : []),
    ...(field ? [sql`and trim(orders.custom_checkout_data ->> ${field.name}::text) = ${field.value}`] : []),
  ];
  const covered = sql`orders on orders.company_id = ${companyId}
        and orders.order_date >= ${starts_on}::date::timestamp at time zone span.zone
        and (orders.status = ${PENDING_CODE} or orders.status = any(${SPENT})) ${sql.join(places, sql` `)}`;
  const { rows } = await sql<PreviewRecord>`
    with company as (select coalesce((select time_zone from company_configurations
      where company_id = ${companyId}), 'UTC') as zone),
    span as materialized (
      select first_day, last_day, company.zone from company
      cross join lateral tenant.current_budget_period(${period}, ${starts_on}::date, ${ends_on}::date, ${repeats},
        (now() at time zone company.zone)::date)),
    current as materialized (
      select orders.id, orders.identifier, orders.site_snapshot_id, orders.order_date, orders.status, orders.total
      from span join ${covered}
        and orders.order_date >= span.first_day::timestamp at time zone span.zone
        and orders.order_date < (span.last_day + 1)::timestamp at time zone span.zone),
    used as (
      select coalesce(sum(total) filter (where status = ${PENDING_CODE}), 0.00) as reserved,
        coalesce(sum(total) filter (where status <> ${PENDING_CODE}), 0.00) as committed, count(*)::int as orders
      from current)
    select span.first_day::text as period_starts_on, span.last_day::text as period_ends_on, ${amount}::numeric(16, 2) as amount,
      tenant.budget_period_label(${period}, span.first_day, span.last_day, true) as period_label,
      used.reserved, used.committed, ${amount}::numeric(16, 2) - used.reserved - used.committed as left,
      used.orders as order_count, (select count(*)::int from (
        select from span join ${covered} limit ${sql.lit(mostCounted)}) as every) as all_orders,
      coalesce((select json_agg(json_build_object('identifier', first.identifier, 'site', site.name,
          'order_date', to_char(first.order_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status', first.status, 'total', first.total::text) order by first.order_date, first.id)
        from (select * from current order by order_date, id limit 20) as first
        join site_snapshots site on site.company_id = ${companyId} and site.id = first.site_snapshot_id), '[]')
        as orders
    from span cross join used`.execute(db);
  const found = rows[0] as PreviewRecord;
  return { ...found, orders: found.orders.map((order) => ({ ...order, status: statusOf(order.status) })) };
};
