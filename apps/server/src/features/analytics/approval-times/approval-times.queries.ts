import type { ApprovalTimesBy, Timed } from "@mcc/contract/analytics/approval-times.schema.ts";
import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../../platform/lists/list.ts";
import { between, REASON } from "../../approval-steps/decided-orders.conditions.ts";

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

const COUNTS = sql.raw(
  `1 as decisions, times.escalated::int as escalated, times.delegated::int as delegated,
   times.by_email::int as by_email, times.rejected::int as rejected`,
);
const SUMS = sql.raw(
  `sum(decisions)::int as decisions, sum(escalated)::int as escalated, sum(delegated)::int as delegated,
   sum(by_email)::int as by_email, sum(rejected)::int as rejected`,
);

/** What is read off the rollup by month, where all sites are seen: its kind of rows, and their key. */
const ROLLUPS = {
  all: { counted: "all", key: sql`''`, ofRow: sql`''` },
  month: {
    counted: "all",
    key: sql`month::text`,
    ofRow: sql`date_trunc('month', times.decided_at at time zone 'UTC')::date::text`,
  },
  approver: { counted: "approver", key: sql`name collate "C"`, ofRow: sql`times.approver collate "C"` },
  role: { counted: "step", key: sql`name collate "C"`, ofRow: sql`times.step collate "C"` },
  person: { counted: "person", key: sql`name collate "C"`, ofRow: sql`times.step collate "C"` },
} as const;

/**
 * The place of each site by an id, which sorts faster than a name: places of the same name are one. A node is named with
 * its group, and has everything below it.
 */
const PLACES = {
  site: {
    ofSite: sql`select id as site_id, min(id) over (partition by name) as key from sites`,
    name: sql`(select name from sites where id = ranked.key)`,
  },
  node: {
    ofSite: sql`select distinct site_id, key from (
      with recursive node as (
        select id, parent_id, min(id) over (partition by group_id, name) as key from organization_nodes),
      above as (
        select sites.id as site_id, node.parent_id, node.key from sites join node on node.id = sites.node_id
        union all
        select above.site_id, node.parent_id, node.key from above join node on node.id = above.parent_id)
      select site_id, key from above) as of_site`,
    name: sql`(select group_id || ' ' || name from organization_nodes where id = ranked.key)`,
  },
} as const;

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const nextMonth = (day: string): string => monthOf(dayAfter(monthOf(day), 31));

/** The whole months of a span, the second one excluded, and the days before and after them. Months to come are empty. */
const wholeMonths = (span: Span, today = new Date().toISOString().slice(0, 10)) => {
  const from = monthOf(span.after) === span.after ? span.after : nextMonth(span.after);
  const until =
    span.before >= today || monthOf(dayAfter(span.before, 1)) === dayAfter(span.before, 1)
      ? nextMonth(span.before)
      : monthOf(span.before);
  if (from >= until) return { from, until: from, rest: [span] };
  return {
    ...{ from, until },
    rest: [
      ...(span.after < from ? [{ ...span, before: dayAfter(from, -1) }] : []),
      ...(span.before >= until ? [{ ...span, after: until }] : []),
    ],
  };
};

/**
 * How many decisions took so many minutes, by key: whole months off the rollup for users who see every site, the rest
 * and everything of other users from the single decisions.
 */
const counted = (scope: CompanyScope, span: Span, by: TimesKey): Condition => {
  if (by === "site" || by === "node")
    return sql`select place.key, minutes, decisions, escalated, delegated, by_email, rejected from (
        select site_id, minutes, ${SUMS} from (select times.site_id, times.minutes, ${COUNTS} from approval_times times
          where ${decisions(scope, span)}) as decided group by 1, 2) as of_site
      join (${PLACES[by].ofSite}) as place on place.site_id = of_site.site_id`;
  const { counted: kind, key, ofRow } = ROLLUPS[by];
  const ofPerson =
    by === "role" ? sql`and not times.of_person` : by === "person" ? sql`and times.of_person` : sql``;
  const single = (days: Span) => sql`
    select ${ofRow} as key, times.minutes, ${COUNTS} from approval_times times
    where ${decisions(scope, days)} ${ofPerson}`;
  if (scope.siteIds !== "all") return single(span);
  const { from, until, rest } = wholeMonths(span);
  const months = sql`
    select ${key} as key, minutes, decisions::int, escalated::int, delegated::int, by_email::int, rejected::int
    from approval_month_times
    where company_id = ${scope.companyId} and of_order = ${span.of === "order"} and counted_by = ${sql.lit(kind)}
      and month >= ${from}::date and month < ${until}::date`;
  return sql.join([...(from < until ? [months] : []), ...rest.map(single)], sql` union all `);
};

export interface Times {
  readonly key: string;
  readonly decisions: number;
  /** In minutes of working time: half of the decisions took no longer, nine of ten, all. */
  readonly median: number;
  readonly slow: number;
  readonly longest: number;
  readonly escalated: number;
  readonly delegated: number;
  readonly by_email: number;
  readonly rejected: number;
}

/** Steps of persons are those that a rule assigns to a user instead of a role. */
type TimesKey = ApprovalTimesBy | "all" | "person";

/** The times of the decisions of a span by key, slowest first; `most` of them. */
export const timesBy = async (
  scope: CompanyScope,
  span: Span,
  by: TimesKey,
  most: number,
): Promise<Times[]> => {
  const isPlace = by === "site" || by === "node";
  const parts = by === "role" && scope.who.is_company_admin ? (["role", "person"] as const) : [by];
  const { rows } = await sql<Times>`
    with counted as materialized (
      select key, minutes, ${SUMS} from (
        ${sql.join(
          parts.map((part) => counted(scope, span, part)),
          sql` union all `,
        )}) as parts group by 1, 2 having sum(decisions) <> 0),
    ranked as (
      select *, sum(decisions) over (partition by key order by minutes) as up_to,
        sum(decisions) over (partition by key) as total from counted)
    select ${isPlace ? PLACES[by].name : sql`key`} as key, max(total)::int as decisions, min(minutes) filter (where up_to * 2 >= total) as median,
      min(minutes) filter (where up_to * 10 >= total * 9) as slow, max(minutes) as longest,
      sum(escalated)::int as escalated, sum(delegated)::int as delegated, sum(by_email)::int as by_email,
      sum(rejected)::int as rejected
    from ranked where ${isPlace || by === "all" || by === "month" ? sql`true` : sql`key <> ''`}
    group by ranked.key order by median desc, decisions desc, 1 limit ${most}`.execute(scope.db);
  return rows;
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
