import { ON_TIME_DAYS } from "@mcc/contract/analytics/dashboard.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";

const inScope = ({ companyId, siteIds }: CompanyScope): Condition =>
  siteIds === "all"
    ? sql`company_id = ${companyId}`
    : sql`company_id = ${companyId} and site_id = any(${siteIds})`;

export interface DeliveryMonth {
  readonly month: string;
  readonly delivered: number;
  readonly on_time: number;
  /** The sum of their days. */
  readonly days: number;
}

/** Deliveries by the month in which the orders were placed. */
export const deliveriesByMonth = async (scope: CompanyScope, since: string): Promise<DeliveryMonth[]> => {
  const { rows } = await sql<DeliveryMonth>`
    select month::text, sum(orders)::bigint as delivered, sum(orders * days)::bigint as days,
      coalesce(sum(orders) filter (where days < ${ON_TIME_DAYS}), 0)::bigint as on_time
    from site_month_deliveries where ${inScope(scope)} and month >= ${since}::date and orders <> 0
    group by 1 having sum(orders) <> 0`.execute(scope.db);
  return rows;
};

export interface DecisionTime {
  readonly name: string;
  readonly decisions: number;
  readonly median_hours: number;
  readonly slow_hours: number;
  /** Those of all names, also of the ones that are left off. */
  readonly all_decisions: number;
}

/** How long orders waited for each decision since a day: for approvals and rejections, slowest first. */
const decisionTimes = async (
  scope: CompanyScope,
  { since, by, most }: { since: string; by: Condition; most: number },
): Promise<DecisionTime[]> => {
  const { rows } = await sql<DecisionTime>`
    select name, count(*)::bigint as decisions, percentile_cont(0.5) within group (order by hours) as median_hours,
      percentile_cont(0.9) within group (order by hours) as slow_hours, sum(count(*)) over ()::bigint as all_decisions
    from (select ${by} as name, extract(epoch from acted_at - current_since)::float8 / 3600 as hours from order_steps
      where ${inScope(scope)} and state in ('done', 'rejected') and current_since is not null
        and acted_at >= ${`${since}T00:00:00Z`}::timestamptz) as waited
    where name is not null group by name order by median_hours desc, name limit ${most}`.execute(scope.db);
  return rows;
};

export const timesByStep = (scope: CompanyScope, since: string, most: number) =>
  decisionTimes(scope, { since, by: sql`name`, most });

/** By who decided, as they were called then. */
export const timesByApprover = (scope: CompanyScope, since: string, most: number) =>
  decisionTimes(scope, { since, by: sql`acted_by_name`, most });

/** Approvals and rejections between two days, both included. */
export const countDecisions = async (scope: CompanyScope, first: string, last: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_steps
    where ${inScope(scope)} and state in ('done', 'rejected') and current_since is not null
      and acted_at >= ${`${first}T00:00:00Z`}::timestamptz and acted_at <= ${`${last}T23:59:59.999Z`}::timestamptz`.execute(
    scope.db,
  );
  return rows[0]?.count ?? 0;
};
