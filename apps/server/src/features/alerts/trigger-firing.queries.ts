import { STREAM_ALERTS } from "@mcc/contract/stream/stream.schema.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { waitsForNumber } from "./trigger-kinds.conditions.ts";

const TODAY = sql`(now() at time zone 'UTC')::date`;
/** The weekday of an order, 1 Monday to 7 Sunday, and its day, which does not lie ahead. */
export const placementDay = sql`extract(isodow from orders.order_date at time zone 'UTC')::smallint as weekday,
        least((orders.order_date at time zone 'UTC')::date, ${TODAY}) as day`;
export const weekOf = (day: RawBuilder<unknown>) => sql`date_trunc('week', ${day})::date`;

/**
 * Only one transaction at a time writes alerts of a company. At its first one, today is the first day of digests, and
 * older alerts are not sent.
 */
export const lockProgress = async ({ db, companyId }: CompanyData): Promise<void> => {
  await sql`
    insert into trigger_progress (company_id, daily_from, weekly_from, daily_sent_from, weekly_sent_from, sent_alert_id)
    select ${companyId}::bigint, today, week, today, week,
      coalesce((select max(id) from alerts where company_id = ${companyId}), 0)
    from (select ${TODAY} as today, ${weekOf(TODAY)} as week) as now
    on conflict do nothing`.execute(db);
  await sql`select from trigger_progress where company_id = ${companyId} for update`.execute(db);
};

interface Limits {
  readonly orders: number;
  readonly triggers: number;
}

/** The next orders, at least one, whose sites have about this number of enabled triggers and alert rules. */
export const nextArrivals = async ({ db, companyId }: CompanyData, limits: Limits): Promise<number[]> => {
  const { rows } = await sql<{ order_id: number }>`
    with next as materialized (
      select arrival.order_id, orders.site_id
      from (select order_id from order_arrivals where company_id = ${companyId}
        order by order_id limit ${limits.orders}) as arrival
      left join orders on orders.company_id = ${companyId} and orders.id = arrival.order_id),
    everywhere as materialized (
      select count(*) as rules from alert_rules where company_id = ${companyId} and enabled and all_sites),
    watched as materialized (
      select site.site_id, everywhere.rules
        + (select count(*) from triggers where triggers.company_id = ${companyId}
          and triggers.site_id = site.site_id and triggers.enabled)
        + (select count(*) from alert_rule_sites chosen where chosen.company_id = ${companyId}
          and chosen.site_id = site.site_id) as triggers
      from (select distinct site_id from next) as site cross join everywhere)
    select order_id from (
      select next.order_id, coalesce(watched.triggers, 0) as own,
        sum(coalesce(watched.triggers, 0)) over (order by next.order_id) as triggers
      from next left join watched on watched.site_id = next.site_id) as weighed
    where triggers - own < ${limits.triggers} order by order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
};

/** Their triggers are evaluated; next they are compared with other orders. */
export const deleteArrivals = ({ db, companyId }: CompanyData, orderIds: readonly number[]) =>
  sql`
    with evaluated as (
      delete from order_arrivals where company_id = ${companyId} and order_id = any(${orderIds}::bigint[])
      returning company_id, order_id)
    insert into warning_checks (company_id, order_id) select company_id, order_id from evaluated
    on conflict do nothing`.execute(db);

/** Enabled triggers of users who want alerts; without WEEKDAY where the company has turned it off. */
export const firing = (companyId: number, site: RawBuilder<unknown>) => sql`
  triggers on triggers.company_id = ${companyId} and triggers.site_id = ${site} and triggers.enabled
  join users on users.company_id = ${companyId} and users.id = triggers.user_id
    and users.alerts_enabled and users.deleted_at is null and users.disabled_at is null
  join sites on sites.company_id = ${companyId} and sites.id = triggers.site_id
  join company_configurations settings on settings.company_id = ${companyId}
    and (triggers.rule <> 'WEEKDAY' or not settings.has_trigger_rule_weekday_disabled)`;

/** The newest entries of each user among `written`; open pages show no more at once. */
export const newestOfEach = sql`
  select id from (
    select id, row_number() over (partition by user_id order by id desc) as place from written where is_entry) as each
  where place <= ${STREAM_ALERTS} order by id`;

export const idsOf = async (db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<number[]> => {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db);
  return rows.map(({ id }) => id);
};

/** `$1,234.50`, and `-$1,234.50` for a credit. */
export const dollars = (amount: RawBuilder<unknown>) =>
  sql`case when ${amount} < 0 then '-' else '' end || to_char(abs(${amount}), 'FM"$"999,999,999,999,990.00')`;

/** `3 orders were placed for West Yard`; `which` follows the word, such as ` of $10,000.00 or more`. */
export const ordersPlaced = (count: RawBuilder<unknown>, which: RawBuilder<unknown> = sql`''`) => sql`
  case ${count} when 1 then '1 order' || ${which} || ' was' else ${count} || ' orders' || ${which} || ' were' end
    || ' placed for ' || sites.name`;

/** ` on Nov 16 2026`, or ` in the week of Nov 16 2026`: dates as lists show them. */
export const inWindow = (frequency: RawBuilder<unknown>, start: RawBuilder<unknown>) => sql`
  case ${frequency} when 'DAILY' then ' on ' else ' in the week of ' end || to_char(${start}, 'Mon DD YYYY')`;

/**
 * Counts the orders of each site, in the day and the week of their placement. When these have their digests already, or
 * lie ahead, in the first ones without. One alert when a count reaches the value of a COUNT trigger: once a day or week,
 * or, INSTANTLY, for every so many orders.
 */
export const addCountAlerts = ({ db, companyId }: CompanyData, orderIds: readonly number[]) =>
  idsOf(
    db,
    sql`
    with placed as materialized (
      select orders.site_id, ${placementDay}
      from orders where orders.company_id = ${companyId} and orders.id = any(${orderIds}::bigint[])),
    counted as materialized (
      select placed.site_id, time.frequency, time.start, placed.weekday, count(*)::integer as orders
      from placed
      join trigger_progress progress on progress.company_id = ${companyId}
      cross join lateral (values ('INSTANTLY', date '1970-01-01'),
        ('DAILY', greatest(placed.day, progress.daily_from)),
        ('WEEKLY', greatest(${weekOf(sql`placed.day`)}, progress.weekly_from))) as time (frequency, start)
      group by placed.site_id, time.frequency, time.start, placed.weekday),
    added as (
      insert into site_order_counts as held (company_id, frequency, window_start, site_id, weekday, orders)
      select ${companyId}::bigint, frequency, start, site_id, weekday, orders from counted
      on conflict (company_id, frequency, site_id, window_start, weekday)
        do update set orders = held.orders + excluded.orders),
    reached as materialized (
      -- the statement sees the table as it was before
      select site_id, frequency, start, known.before, known.before + sum(counted.orders)::integer as after
      from counted
      cross join lateral (select coalesce(sum(held.orders), 0)::integer as before from site_order_counts held
        where held.company_id = ${companyId} and held.frequency = counted.frequency
          and held.site_id = counted.site_id and held.window_start = counted.start) as known
      group by site_id, frequency, start, known.before),
    written as (
      insert into alerts (company_id, site_id, user_id, trigger_id, content, fired_for)
      select ${companyId}::bigint, sites.id, users.id, triggers.id,
        case reached.frequency when 'INSTANTLY'
          then triggers.value || case triggers.value when 1 then ' more order was' else ' more orders were' end
            || ' placed for ' || sites.name
          else ${ordersPlaced(sql`triggers.value`)} || ${inWindow(sql`reached.frequency`, sql`reached.start`)} end,
        triggers.id || ':' || users.id || ':count:' || reached.frequency || ':' || fired.name
      from reached
      join ${firing(companyId, sql`reached.site_id`)}
      cross join lateral (
        select to_char(reached.start, 'YYYY-MM-DD') as name
        where reached.frequency <> 'INSTANTLY' and reached.after >= triggers.value
        union all
        select triggers.value || '*' || times
        from generate_series(reached.before / nullif(triggers.value, 0) + 1, reached.after / nullif(triggers.value, 0)) as times
        where reached.frequency = 'INSTANTLY') as fired
      where ${waitsForNumber("triggers")} and triggers.frequency = reached.frequency and triggers.value > 0
      order by reached.site_id, triggers.id
      on conflict (company_id, fired_for) do nothing returning id, user_id, is_entry)
    ${newestOfEach}`,
  );

/** Companies whose orders wait for their triggers; the request of their job may be lost. */
export const companiesWithArrivals = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from companies where exists (select from order_arrivals where company_id = companies.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};
