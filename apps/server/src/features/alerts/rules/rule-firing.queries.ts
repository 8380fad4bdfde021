import { type RawBuilder, sql } from "kysely";
import type { CompanyData } from "../../../platform/access/scope.ts";
import {
  dollars,
  idsOf,
  inWindow,
  newestOfEach,
  ordersPlaced,
  placementDay,
  weekOf,
} from "../trigger-firing.queries.ts";
import { looksForPlaced, tellsOfOrders, waitsForNumber } from "../trigger-kinds.conditions.ts";

/**
 * The enabled alert rules for orders at a site, of users who want alerts, as `rule`, with `users`, `sites` and
 * `settings`. A rule for all sites is for those that its user has now.
 */
export const watching = (companyId: number, site: RawBuilder<unknown>) => sql`
  lateral (
    select held.* from alert_rule_sites chosen
    join alert_rules held on held.company_id = ${companyId} and held.id = chosen.alert_rule_id
    where chosen.company_id = ${companyId} and chosen.site_id = ${site} and held.enabled and not held.all_sites
    union all
    select held.* from alert_rules held
    where held.company_id = ${companyId} and held.enabled and held.all_sites) as rule on true
  join users on users.company_id = ${companyId} and users.id = rule.user_id
    and users.alerts_enabled and users.deleted_at is null and users.disabled_at is null
    and (not rule.all_sites or users.is_company_admin or exists (select from trigger_sites seen
      where seen.company_id = ${companyId} and seen.user_id = users.id and seen.site_id = ${site}))
  join sites on sites.company_id = ${companyId} and sites.id = ${site}
  join company_configurations settings on settings.company_id = ${companyId}
    and (rule.rule <> 'WEEKDAY' or not settings.has_trigger_rule_weekday_disabled)`;

/** Whether a rule looks for an order that was `placed`. */
export const isWatched = sql`
  (rule.amount is null or placed.amount >= rule.amount)
  and ${looksForPlaced("rule")}`;

/** An alert of a rule is in the portal if the rule says so. */
const inPortal = sql`'portal' = any(rule.channels)`;

/** ` of $10,000.00 or more`. */
const ofAmount = sql`coalesce(' of ' || ${dollars(sql`rule.amount`)} || ' or more', '')`;

/**
 * Counts the orders that a rule with a count or a digest looks for, at each site, in the days and weeks of
 * `addCountAlerts`. One alert when the value of a COUNT rule is reached.
 */
export const addRuleCountAlerts = ({ db, companyId }: CompanyData, orderIds: readonly number[]) =>
  idsOf(
    db,
    sql`
    with placed as materialized (
      select orders.site_id, orders.total as amount, ${placementDay}
      from orders where orders.company_id = ${companyId} and orders.id = any(${orderIds}::bigint[])),
    matched as materialized (
      select rule.id, placed.site_id, time.start, count(*)::integer as orders
      from placed
      join trigger_progress progress on progress.company_id = ${companyId}
      join ${watching(companyId, sql`placed.site_id`)}
      cross join lateral (select case rule.frequency when 'INSTANTLY' then date '1970-01-01'
        when 'DAILY' then greatest(placed.day, progress.daily_from)
        else greatest(${weekOf(sql`placed.day`)}, progress.weekly_from) end as start) as time
      where (${waitsForNumber("rule")} or rule.frequency <> 'INSTANTLY') and ${isWatched}
      group by rule.id, placed.site_id, time.start),
    added as (
      insert into alert_rule_counts as held (company_id, alert_rule_id, site_id, window_start, orders)
      select ${companyId}::bigint, id, site_id, start, orders from matched
      on conflict (company_id, alert_rule_id, site_id, window_start)
        do update set orders = held.orders + excluded.orders),
    reached as materialized (
      -- the statement sees the table as it was before
      select matched.id, matched.site_id, matched.start, coalesce(held.orders, 0) as before,
        coalesce(held.orders, 0) + matched.orders as after
      from matched
      left join alert_rule_counts held on held.company_id = ${companyId} and held.alert_rule_id = matched.id
        and held.site_id = matched.site_id and held.window_start = matched.start),
    written as (
      insert into alerts (company_id, site_id, user_id, content, fired_for, channels, is_entry, is_order_entry)
      select ${companyId}::bigint, sites.id, rule.user_id,
        case rule.frequency when 'INSTANTLY'
          then rule.value || case rule.value when 1 then ' more order' else ' more orders' end || ${ofAmount}
            || case rule.value when 1 then ' was' else ' were' end || ' placed for ' || sites.name
          else ${ordersPlaced(sql`rule.value`, ofAmount)} || ${inWindow(sql`rule.frequency`, sql`reached.start`)} end,
        'rule:' || rule.id || '.' || rule.revision || ':' || sites.id || ':count:' || rule.frequency || ':' || fired.name,
        rule.channels, ${inPortal}, ${inPortal}
      from reached
      join alert_rules rule on rule.company_id = ${companyId} and rule.id = reached.id and ${waitsForNumber("rule")}
      join sites on sites.company_id = ${companyId} and sites.id = reached.site_id
      cross join lateral (
        select to_char(reached.start, 'YYYY-MM-DD') as name
        where rule.frequency <> 'INSTANTLY' and reached.after >= rule.value
        union all
        select rule.value || '*' || times
        from generate_series(reached.before / nullif(rule.value, 0) + 1, reached.after / nullif(rule.value, 0)) as times
        where rule.frequency = 'INSTANTLY') as fired
      where rule.value > 0
      order by sites.id, rule.id
      on conflict (company_id, fired_for) do nothing returning id, user_id, is_entry)
    ${newestOfEach}`,
  );

/** One alert for each rule, site and window that has ended, from the counts of these sites, which are deleted. */
export const addRuleDigestAlerts = (
  { db, companyId }: CompanyData,
  digest: "DAILY" | "WEEKLY",
  siteIds: readonly number[],
) =>
  idsOf(
    db,
    sql`
    with ended as (
      delete from alert_rule_counts held using trigger_progress progress, alert_rules counted
      where progress.company_id = ${companyId} and held.company_id = ${companyId}
        and counted.company_id = ${companyId} and counted.id = held.alert_rule_id and counted.frequency = ${digest}
        and held.site_id = any(${siteIds}::bigint[])
        and held.window_start < ${sql.ref(digest === "DAILY" ? "progress.daily_from" : "progress.weekly_from")}
      returning held.alert_rule_id, held.site_id, held.window_start as start, held.orders),
    written as (
      insert into alerts
        (company_id, site_id, user_id, content, fired_for, channels, is_entry, is_order_entry, digest, window_start)
      select ${companyId}::bigint, sites.id, users.id,
        ${ordersPlaced(sql`ended.orders`, ofAmount)} || ${inWindow(sql`rule.frequency`, sql`ended.start`)},
        'rule:' || rule.id || '.' || rule.revision || ':' || sites.id || ':digest:' || rule.frequency || ':' || to_char(ended.start, 'YYYY-MM-DD'),
        rule.channels, ${inPortal}, ${inPortal}, rule.frequency, ended.start
      from ended
      join ${watching(companyId, sql`ended.site_id`)}
      where rule.id = ended.alert_rule_id and ${tellsOfOrders("rule")}
      order by ended.start, rule.id, sites.id
      on conflict (company_id, fired_for) do nothing returning id, user_id, is_entry)
    ${newestOfEach}`,
  );
