import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { firing, idsOf, inWindow, newestOfEach, ordersPlaced } from "./trigger-firing.queries.ts";
import { inWeek, looksForPlaced, tellsOfOrders } from "./trigger-kinds.conditions.ts";

export const DIGESTS = ["DAILY", "WEEKLY"] as const;
export type Digest = (typeof DIGESTS)[number];

/** A day is over some minutes later, so that its last orders have arrived. */
const CURRENT_DAY = sql`(now() at time zone 'UTC' - interval '10 minutes')::date`;
const CURRENT_WEEK = sql`date_trunc('week', ${CURRENT_DAY})::date`;

/** Companies with a day or a week that is over and has no digests yet, or digests that were not sent. */
export const companiesWithDigests = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from trigger_progress
    where least(daily_from, daily_sent_from) < ${CURRENT_DAY} or least(weekly_from, weekly_sent_from) < ${CURRENT_WEEK}
    order by company_id`.execute(db);
  return rows.map(({ company_id }) => company_id);
};

/**
 * Ends the days and weeks that are over: an order that arrives from now on belongs to a later one. A clock that is set
 * back ends nothing.
 */
export const endWindows = ({ db, companyId }: CompanyData) =>
  sql`update trigger_progress
    set daily_from = greatest(daily_from, ${CURRENT_DAY}), weekly_from = greatest(weekly_from, ${CURRENT_WEEK})
    where company_id = ${companyId}`.execute(db);

interface Ended {
  readonly digest: Digest;
  readonly site_id: number;
}

/** Sites with counts of days or weeks that have ended. */
export const endedCounts = async ({ db, companyId }: CompanyData, limit: number): Promise<Ended[]> => {
  const { rows } = await sql<Ended>`
    select distinct held.frequency as digest, held.site_id from site_order_counts held
    join trigger_progress progress on progress.company_id = ${companyId}
    where held.company_id = ${companyId} and held.frequency <> 'INSTANTLY'
      and held.window_start < case held.frequency when 'DAILY' then progress.daily_from else progress.weekly_from end
    order by held.frequency, held.site_id limit ${limit}`.execute(db);
  return rows;
};

/** One alert for each trigger and window that has ended, from the counts of these sites, which are deleted. */
export const addDigestAlerts = ({ db, companyId }: CompanyData, digest: Digest, siteIds: readonly number[]) =>
  idsOf(
    db,
    sql`
    with ended as (
      delete from site_order_counts held using trigger_progress progress
      where progress.company_id = ${companyId} and held.company_id = ${companyId} and held.frequency = ${digest}
        and held.site_id = any(${siteIds}::bigint[])
        and held.window_start < ${sql.ref(digest === "DAILY" ? "progress.daily_from" : "progress.weekly_from")}
      returning held.site_id, held.window_start, held.weekday, held.orders),
    written as (
      insert into alerts (company_id, site_id, user_id, trigger_id, content, fired_for, digest, window_start)
      select ${companyId}::bigint, sites.id, users.id, triggers.id,
        ${ordersPlaced(sql`placed.orders`)} || ${digest === "WEEKLY" ? inWeek("triggers") : sql`''`} || ${inWindow(sql`triggers.frequency`, sql`placed.start`)},
        triggers.id || ':' || users.id || ':digest:' || triggers.frequency || ':' || to_char(placed.start, 'YYYY-MM-DD'),
        triggers.frequency, placed.start
      from (
        select site_id, window_start as start,
          array[${sql.join([1, 2, 3, 4, 5, 6, 7].map((day) => sql`sum(orders) filter (where weekday = ${sql.lit(day)})`))}] as by_day
        from ended group by site_id, window_start) as of_site
      join ${firing(companyId, sql`of_site.site_id`)}
      cross join lateral (
        select of_site.start, (select sum(of_site.by_day[placed.weekday])::integer
          from generate_series(1, 7) as placed (weekday) where ${looksForPlaced("triggers")}) as orders) as placed
      where triggers.frequency = ${digest} and ${tellsOfOrders("triggers")} and placed.orders > 0
      order by of_site.start, triggers.id
      on conflict (company_id, fired_for) do nothing returning id, user_id, is_entry)
    ${newestOfEach}`,
  );
