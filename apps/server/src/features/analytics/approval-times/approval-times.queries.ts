import type { Timed } from "@mcc/contract/analytics/approval-times.schema.ts";
import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../../platform/lists/list.ts";
import { between, REASON } from "../../approval-steps/decided-orders.conditions.ts";
import type { TimeCounts } from "./time-counts.ts";

/** Decisions between two days in UTC, both included. */
export interface Span {
  readonly of: Timed;
  readonly after: string;
  readonly before: string;
}

const inSites = ({ siteIds }: CompanyScope, siteId: Condition): Condition[] =>
  siteIds === "all" ? [] : [sql`${siteId} = any(${siteIds})`];

/** Single decisions, within the sites of the user. */
const decisions = (scope: CompanyScope, { of, after, before }: Span): Condition =>
  allConditions([
    sql`times.company_id = ${scope.companyId}`,
    sql`times.of_order = ${of === "order"}`,
    ...inSites(scope, sql`times.site_id`),
    ...between(sql`times.decided_at`, after, before),
  ]);

const COUNTS = sql`sum(decisions)::int as decisions, sum(escalated)::int as escalated, sum(delegated)::int as delegated,
  sum(by_email)::int as by_email, sum(rejected)::int as rejected`;

/** What is counted: its kind of rows in the rollup by month for users who see every site and for others, and their key. */
const COUNTED = {
  all: { everywhere: "all", atSites: "site", key: sql`of_order`, ofRow: sql`times.of_order` },
  month: { everywhere: "all", atSites: "site", key: sql`month`, ofRow: null },
  approver: { everywhere: "approver", atSites: null, key: sql`name`, ofRow: sql`times.approver` },
  role: { everywhere: "step", atSites: "site step", key: sql`name`, ofRow: sql`times.step` },
  person: { everywhere: "person", atSites: null, key: sql`name`, ofRow: sql`times.step` },
  site: { everywhere: null, atSites: "site", key: sql`site_id`, ofRow: sql`times.site_id` },
} as const;

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const nextMonth = (day: string): string => monthOf(dayAfter(monthOf(day), 31));

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;
const nearestMonth = (day: string): string =>
  daysBetween(monthOf(day), day) <= daysBetween(day, nextMonth(day)) ? monthOf(day) : nextMonth(day);

/** Days of one month that are added to the whole months, or taken out of them. */
interface Rest extends Span {
  readonly sign: 1 | -1;
}

/**
 * The whole months nearest to a span, the second one excluded, and the days by which they differ: at most half a month at
 * each end. Days to come are empty.
 */
const wholeMonths = (span: Span, today = new Date().toISOString().slice(0, 10)) => {
  const end = dayAfter(span.before, 1);
  const from = nearestMonth(span.after);
  const until = span.before >= today ? nextMonth(span.before) : nearestMonth(end);
  const rest: Rest[] = [];
  const differ = (sign: Rest["sign"], after: string, until: string) => {
    if (after < until) rest.push({ of: span.of, after, before: dayAfter(until, -1), sign });
  };
  if (from >= until && monthOf(span.after) === monthOf(span.before)) differ(1, span.after, end);
  else {
    differ(1, span.after, from);
    differ(-1, from, span.after);
    differ(1, until, end);
    if (span.before < today) differ(-1, end, until);
  }
  return { from, until, rest };
};

/** Steps of persons are those that a rule assigns to a user instead of a role. */
export type CountedBy = keyof typeof COUNTED;

/** As `tenant.packed_times` writes. Nearly all numbers fit into a byte, and a call for each takes longer than the rest. */
const PACKED = sql`case when abs(decisions) > 127 then tenant.packed_times(minutes, decisions) else
  int2send(least(32767, case when minutes <= 12000 then minutes else 12000 + (minutes - 12000) / 240 end)::smallint)
    || substr(int2send(decisions::smallint), 2) end`;

/** Rows of the rollup by month: those of all sites, or of each one. */
const monthRows = (scope: CompanyScope, of: Timed, by: CountedBy, from: string, until: string): Condition => {
  const { everywhere, atSites } = COUNTED[by];
  const sees = scope.siteIds === "all" && everywhere;
  const sites = scope.siteIds === "all" ? sql`array(select id from sites)` : sql`${scope.siteIds}`;
  return sql`approval_month_times
    where company_id = ${scope.companyId} and of_order = ${of === "order"}
      and counted_by = ${sees || atSites} and site_id = any(${sees ? sql`array[0]` : sites}::bigint[])
      and month >= ${from}::date and month < ${until}::date`;
};

/** Counts by key: whole months from the rollup, and the days by which the span differs from the single decisions. */
const counted = (scope: CompanyScope, span: Span, by: CountedBy): Condition[] => {
  const { key, ofRow } = COUNTED[by];
  const { from, until, rest } = wholeMonths(span);
  const ofSteps =
    by === "role" ? sql`and not times.of_person` : by === "person" ? sql`and times.of_person` : sql``;
  const months = sql`
    select ${key}::text as key, string_agg(times, '') as times, ${COUNTS}
    from ${monthRows(scope, span.of, by, from, until)} group by ${key}`;
  return [
    ...(from < until ? [months] : []),
    ...rest.map((days) => {
      const count = (which: Condition) => sql`${sql.lit(days.sign)} * count(*) filter (where ${which})`;
      return sql`
    select key::text, string_agg(${PACKED}, '') as times, ${COUNTS}
    from (select ${ofRow ?? sql`${monthOf(days.after)}`} as key, times.minutes, ${sql.lit(days.sign)} * count(*)::int as decisions,
        ${count(sql`times.escalated`)} as escalated, ${count(sql`times.delegated`)} as delegated,
        ${count(sql`times.by_email`)} as by_email, ${count(sql`times.rejected`)} as rejected
      from approval_times times where ${decisions(scope, days)} ${ofSteps} group by 1, 2) as decided group by key`;
    }),
  ];
};

/** The places of sites: those of the same name are one. A node is named with its group, and has everything below it. */
const PLACES = {
  site: sql`select id::text as site, name as key from sites`,
  node: sql`
    with recursive above as (
      select sites.id as site_id, node.id, node.parent_id, node.group_id, node.name
      from sites join organization_nodes node on node.id = sites.node_id
      union all
      select above.site_id, node.id, node.parent_id, node.group_id, node.name
      from above join organization_nodes node on node.id = above.parent_id)
    select distinct site_id::text as site, group_id || ' ' || name as key from above`,
};

export const placesOfSites = async ({ db }: CompanyScope, by: keyof typeof PLACES) => {
  const { rows } = await sql<{ site: string; key: string }>`${PLACES[by]}`.execute(db);
  return rows;
};

/** How long the decisions of a span took, by these keys. */
export const timeCounts = async (
  scope: CompanyScope,
  span: Span,
  by: readonly CountedBy[],
): Promise<TimeCounts[]> => {
  const parts = by.flatMap((each) => counted(scope, span, each));
  const { rows } = await sql<TimeCounts>`${sql.join(parts, sql` union all `)}`.execute(scope.db);
  return rows;
};

/** How many decisions a span has, without how long they took. */
export const countDecisions = async (scope: CompanyScope, span: Span): Promise<number> => {
  const { from, until, rest } = wholeMonths(span);
  const parts = [
    sql`coalesce((select sum(decisions) from ${monthRows(scope, span.of, "all", from, until)}), 0)`,
    ...rest.map(
      (days) => sql`
    ${sql.lit(days.sign)} * (select count(*) from approval_times times where ${decisions(scope, days)})`,
    ),
  ];
  const { rows } = await sql<{ count: number }>`
    select (${sql.join(parts, sql` + `)})::int as count`.execute(scope.db);
  return rows[0]?.count ?? 0;
};

/** Why steps were rejected, most frequent first. An empty reason is none. */
export const rejectionReasons = async (scope: CompanyScope, span: Span, most: number) => {
  const { rows } = await sql<{ reason: string; decisions: number }>`
    select ${REASON} as reason, count(*)::int as decisions from approval_times times
    join order_rejections rejection on rejection.company_id = ${scope.companyId}
      and rejection.order_id = times.order_id
    where ${decisions(scope, { ...span, of: "step" })} and times.rejected and not times.of_order
    group by 1 order by 2 desc, 1 limit ${most}`.execute(scope.db);
  return rows;
};

export interface PendingAge {
  readonly age: number;
  readonly orders: number;
  readonly total: string;
}

/** Pending orders by how many of these moments, latest first, their current step is older than. */
export const pendingByAge = async (scope: CompanyScope, moments: readonly Date[]): Promise<PendingAge[]> => {
  const own = [
    sql`step.company_id = ${scope.companyId}`,
    sql`step.is_current`,
    sql`orders.status = ${PENDING_CODE}`,
    ...inSites(scope, sql`orders.site_id`),
  ];
  const { rows } = await sql<PendingAge>`
    select (select count(*) from unnest(${moments}::timestamptz[]) as moment where step.current_since < moment)::int as age,
      count(*)::int as orders, sum(orders.total)::numeric(24, 2)::text as total
    from order_steps step
    join orders on orders.company_id = ${scope.companyId} and orders.id = step.order_id
    where ${allConditions(own)} group by 1`.execute(scope.db);
  return rows;
};
