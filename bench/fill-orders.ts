import type pg from "pg";
import {
  COMPANIES,
  DAYS,
  FIRST_DAY,
  HIERARCHY,
  LARGE,
  MANAGER_ROLE,
  PEOPLE,
  SITES,
  sizeOf,
} from "./data-plan.ts";
import { lineText, partOf } from "./fill-parts.ts";

/** Each part has its own seed: the same orders whichever worker creates it, and with any number of workers. */
export const PART = 50_000;

/** Delivered 85 %, Pending 0.02 %, Rejected 2 %. */
const STATUS = `case when status < 0.8500 then 6 when status < 0.8502 then 2 when status < 0.8702 then 8
  when status < 0.9000 then 7 when status < 0.9400 then 4 when status < 0.9500 then 5
  when status < 0.9800 then 3 else 1 end`;
const PAYMENT = `case when payment < 0.70 then 1 when payment < 0.90 then 2 when payment < 0.93 then 3 end`;

/** In the order of their dates, as orders arrive. Volatile draws keep the planner from merging the levels. */
const part = (from: number, to: number, orders: number): string => `
  insert into mcc.orders (company_id, id, identifier, site_id, site_snapshot_id, creator_id, ordered_by_id,
    requested_by_id, po_number, afe_number, status, payment_status, order_date, total, subtotal, line_count,
    tracking_numbers, custom_checkout_data, line_text)
  select company, i, 'SO-' || lpad(i::text, 8, '0'), company * 1000 + site,
    company * 10000 + site + case when site % 20 = 0 and i < ${orders / 2} then 5000 else 0 end,
    company * 1000 + ordered, case when ordered % 25 > 0 then company * 1000 + ordered end,
    case when requested % 15 > 0 then company * 1000 + requested end,
    case when po < 0.7 then 'PO-' || (100000 + po / 0.7 * 899999)::int end,
    case when afe < 0.3 then 'AFE-' || (10000 + afe / 0.3 * 89999)::int end,
    ${STATUS}, ${PAYMENT},
    '${FIRST_DAY}T00:00:00Z'::timestamptz + interval '1 second' * (i::float8 / ${orders} * ${DAYS - 1} * 86400 + later * 43200),
    round(subtotal * 1.0825, 2), subtotal, line_count,
    (array['1Z' || substr(a, 1, 16), '1Z' || substr(a, 17, 16), '1Z' || substr(b, 1, 16), '1Z' || substr(b, 17, 16)])
      [1:case when status < 0.85 or status between 0.90 and 0.95 then (tracking * 5)::int else 0 end],
    case when po > 0.8 then jsonb_build_object('Cost center', (po * 10000)::int::text) else '{}' end,
    ${lineText("i", "line_count")}
  from (
    select *, 1 + (20 * lines * lines)::int as line_count, upper(md5(i::text)) as a, upper(md5(i || 'b')) as b, round((10 + 40000 * power(amount, 4))::numeric, 2) as subtotal,
      1 + floor(${sizeOf(SITES, "company")} * place)::int as site,
      1 + floor(${sizeOf(PEOPLE, "company")} * who * sqrt(who))::int as ordered,
      1 + floor(${sizeOf(PEOPLE, "company")} * whom * sqrt(whom))::int as requested
    from (
      select i, case when company < 0.20 then ${LARGE} when company < 0.25 then ${HIERARCHY}
          else 3 + floor(${COMPANIES - 2} * power((company - 0.25) / 0.75, 1.5))::int end as company,
        random() as place, random() as who, random() as whom, random() as po, random() as afe, random() as status,
        random() as payment, random() as later, random() as amount, random() as lines, random() as tracking
      from (select i, random() as company from generate_series(${from}, ${to}) as i) as drawn) as chosen) as made`;

/** Two at once for two cores; foreign keys and rollups are off while loading. */
export const fillOrders = async (clients: readonly pg.Client[], orders: number): Promise<void> => {
  const starts = Array.from({ length: Math.ceil(orders / PART) }, (_, at) => at * PART + 1);
  await eachOf(clients, starts, async (client, from) => {
    await client.query("begin");
    await client.query("select setseed($1)", [((from * 7_919) % 1_000_003) / 1_000_003]);
    await client.query(part(from, Math.min(from + PART - 1, orders), orders));
    await client.query("commit");
  });
};

/** Assigns the work, in its order, to free workers. */
export const eachOf = async <Item>(
  clients: readonly pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...items];
  await Promise.all(
    clients.map(async (client) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(client, item);
    }),
  );
};

/**
 * Records of some of the orders: the queries of a list read them for every row. Lines are the rows of one order in a
 * hundred; what they are searched by stands in every order.
 */
export const details = [
  `insert into mcc.order_lines (company_id, order_id, ordering, product, text, quantity, sku, manufacturer_sku,
     manufacturer, base_unit_price, taxless_price, tax_amount, line_total)
   select company_id, id, n, 'P-' || part, text, n, sku, manufacturer_sku, 'Apex', 50, 50 * n, 4.13 * n, 54.13 * n
   from mcc.orders cross join lateral generate_series(1, line_count) as n
     join public.bench_parts on part = ${partOf("id", "n")} where id % 100 = 0`,
  `insert into mcc.order_approvals (company_id, order_id, user_id, username, name, approved_at)
   select company_id, id, creator_id, 'user', 'Dana Whitfield', order_date
   from mcc.orders where id % 10 = 0 and status <> 2`,
  `insert into mcc.order_rejections (company_id, order_id, user_id, username, name, note, rejected_at)
   select company_id, id, creator_id, 'user', 'Pat Okafor', 'Not needed', order_date from mcc.orders where status = 8`,
  // What the triggers would mark, which are off while loading.
  `insert into mcc.order_steps (company_id, order_id, position, role_id, name, limit_amount, is_current, site_id, notified_at)
   select company_id, id, 1, case company_id when ${LARGE} then ${MANAGER_ROLE} end, 'Manager', 0, true, site_id, now()
   from mcc.orders where status = 2`,
] as const;

/** The whole of every rollup, each counted once. */
export const rollups = [
  `insert into mcc.order_state_counts
   select company_id, status, coalesce(payment_status, 0), count(*), sum(total), sum(subtotal)
   from mcc.orders group by 1, 2, 3`,
  `insert into mcc.order_site_counts
   select company_id, site_id, status, coalesce(payment_status, 0), count(*), sum(total), sum(subtotal)
   from mcc.orders group by 1, 2, 3, 4`,
  `insert into mcc.order_day_counts
   select company_id, (order_date at time zone 'UTC')::date, status, coalesce(payment_status, 0), count(*), sum(total),
     sum(subtotal)
   from mcc.orders group by 1, 2, 3, 4`,
  `insert into mcc.site_day_spend
   select company_id, site_id, (order_date at time zone 'UTC')::date, count(*), sum(total)
   from mcc.orders where mcc.is_spent(status) group by 1, 2, 3`,
] as const;
