import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { isWatched, watching } from "./rules/rule-firing.queries.ts";
import { dollars, firing, idsOf, newestOfEach } from "./trigger-firing.queries.ts";
import { looksForPlaced, onDay, tellsOfOrders } from "./trigger-kinds.conditions.ts";

/**
 * One alert for each order and INSTANTLY trigger or alert rule of its site that looks for it; weekdays are those in UTC.
 * All alerts about an order are written here, at once, so that one of them stands for the others.
 */
export const addOrderAlerts = ({ db, companyId }: CompanyData, orderIds: readonly number[]) =>
  idsOf(
    db,
    sql`
    with placed as materialized (
      select orders.id, orders.identifier, orders.site_id, orders.total as amount, ${dollars(sql`orders.total`)} as total,
        buyer.name as ordered_by, extract(isodow from orders.order_date at time zone 'UTC')::smallint as weekday,
        to_char(orders.order_date at time zone 'UTC', 'FMDay') as weekday_name
      from orders
      left join person_snapshots buyer on buyer.company_id = ${companyId} and buyer.id = orders.ordered_by_id
      where orders.company_id = ${companyId} and orders.id = any(${orderIds}::bigint[])),
    fired as materialized (
      select placed.id as order_id, users.id as user_id, sites.name as site, triggers.id as trigger_id,
        triggers.rule, null::text[] as channels, true as is_shown,
        triggers.id || ':' || users.id || ':order:' || placed.id as fired_for
      from placed join ${firing(companyId, sql`placed.site_id`)}
      where triggers.frequency = 'INSTANTLY'
        and ${tellsOfOrders("triggers")} and ${looksForPlaced("triggers")}
      union all
      select placed.id, users.id, sites.name, null, rule.rule, rule.channels, 'portal' = any(rule.channels),
        'rule:' || rule.id || ':order:' || placed.id
      from placed join ${watching(companyId, sql`placed.site_id`)}
      where rule.frequency = 'INSTANTLY' and ${tellsOfOrders("rule")} and ${isWatched}),
    written as (
      insert into alerts (company_id, site_id, order_id, order_identifier, user_id, trigger_id, content, fired_for,
        channels, is_entry, is_order_entry)
      select ${companyId}::bigint, placed.site_id, placed.id, placed.identifier, fired.user_id, fired.trigger_id,
        'Order ' || placed.identifier || ' was placed'
          || ${onDay("fired")} || ' for ' || fired.site || coalesce(' by ' || placed.ordered_by, '') || ', ' || placed.total,
        fired.fired_for, fired.channels,
        fired.is_shown and row_number() over (partition by placed.id, fired.user_id
          order by fired.is_shown desc, fired.trigger_id, fired.fired_for) = 1,
        fired.is_shown and row_number() over (partition by placed.id
          order by fired.is_shown desc, fired.trigger_id, fired.fired_for) = 1
      from fired join placed on placed.id = fired.order_id
      order by placed.id, fired.trigger_id, fired.fired_for
      on conflict (company_id, fired_for) do nothing returning id, user_id, is_entry)
    ${newestOfEach}`,
  );
