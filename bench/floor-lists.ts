import { LARGE } from "./data-plan.ts";
import type { FloorQuery, Statement } from "./floor.ts";
import { rowsOf } from "./floor-rows.ts";

/** Rows on a page, and where counting stops: the product's own. */
const PAGE = 20;
const CAP = 10_000;

const statement = (text: string, values: readonly unknown[]): Statement => ({ text, values });

/** From the company's own rollup, which has the fewest rows. */
const COUNT =
  "select coalesce(sum(orders::int), 0) as count from mcc.order_state_counts where company_id = $1";
const SITE_COUNT =
  "select coalesce(sum(orders::int), 0) as count from mcc.order_site_counts where company_id = $1";
const DAY_COUNT =
  "select coalesce(sum(orders::int), 0) as count from mcc.order_day_counts where company_id = $1";
const countMatching = (where: string): string =>
  `select least(count(*), ${CAP}) as count, count(*) > ${CAP} as capped
   from (select from mcc.orders where company_id = $1 and ${where} limit ${CAP + 1}) as matched`;

const NEWEST = "order by order_date desc, id desc";

export const newest = (company = LARGE, more = ""): FloorQuery => ({
  rows: statement(rowsOf(`select id from mcc.orders where company_id = $1 ${NEWEST} limit ${PAGE}`, more), [
    company,
  ]),
  count: statement(COUNT, [company]),
  plan: "once",
});

/** Along an index that has the order already. */
export const sortedBy = (key: string): FloorQuery => ({
  rows: statement(
    rowsOf(`select id from mcc.orders where company_id = $1 order by ${key}, id limit ${PAGE}`),
    [LARGE],
  ),
  count: statement(COUNT, [LARGE]),
  plan: "once",
});

/** Name by name, the first of each: `names` answers `id` and `label` in the order of the labels. */
export const sortedByLookup = (names: string, reference: string): FloorQuery => ({
  rows: statement(
    rowsOf(`select found.id from (${names}) as named cross join lateral (
        select id from mcc.orders where company_id = $1 and ${reference} = named.id order by id limit ${PAGE}) as found
      order by named.label collate tenant.by_name, found.id limit ${PAGE}`),
    [LARGE],
  ),
  count: statement(COUNT, [LARGE]),
  plan: "once",
});

export const siteNames = (label: string): string =>
  `select id, ${label} as label from mcc.site_snapshots where company_id = $1 order by ${label} collate tenant.by_name`;
/** Rows without a name are last, like nulls. */
export const PERSON_NAMES = `select id, label from (
  select id, name as label from mcc.person_snapshots where company_id = $1 union all select 0, null) as named order by label collate tenant.by_name`;
export const optionNames = (options: readonly (readonly [number, string | null])[]): string =>
  `select id, label from (values ${options
    .map(([id, label]) => `(${id}, ${label === null ? "null" : `'${label}'`})`)
    .join(", ")}) as named (id, label) order by label collate tenant.by_name`;

/** A name that stands for a few: the newest of each, merged. */
export const ofNames = (names: string, matches: string, reference: string, typed: string): FloorQuery => ({
  rows: statement(
    rowsOf(`select found.id from (${names}) as named cross join lateral (
        select id, order_date from mcc.orders where company_id = $1 and ${matches} ${NEWEST} limit ${PAGE}) as found
      ${NEWEST} limit ${PAGE}`),
    [LARGE, typed],
  ),
  count: statement(countMatching(`${reference} = any(array(select id from (${names}) as named))`), [
    LARGE,
    typed,
  ]),
  plan: "once",
});

/** So many match that the newest orders hold a page of them. */
export const dense = (
  where: string,
  values: readonly unknown[],
  { count, more }: { readonly count?: string; readonly more?: string } = {},
): FloorQuery => ({
  rows: statement(
    rowsOf(`select id from mcc.orders where company_id = $1 and ${where} ${NEWEST} limit ${PAGE}`, more),
    [LARGE, ...values],
  ),
  count: statement(count ?? countMatching(where), [LARGE, ...values]),
  plan: "once",
});

/** So many of the newest orders tell how common a text is. */
const SAMPLE = 250;

/** A text that many have: the newest of them, and of the newest orders how many have it, in tens. */
export const common = (where: string, values: readonly unknown[]): FloorQuery =>
  dense(where, values, {
    count: `select case when seen < ${SAMPLE} then found else greatest(${PAGE}, 10 * ((found - 1) / 10)) end as count,
        seen = ${SAMPLE} as capped
      from (select count(*) as seen, count(*) filter (where ${where}) as found
        from (select * from mcc.orders where company_id = $1 ${NEWEST} limit ${SAMPLE}) as orders) as sampled`,
  });

/** Several statuses: the newest of each, merged. */
export const ofStatuses = (statuses: readonly number[], more = ""): FloorQuery => ({
  rows: statement(
    rowsOf(
      `select found.id from unnest($2::smallint[]) as chosen (status) cross join lateral (
        select id, order_date from mcc.orders where company_id = $1 and status = chosen.status ${NEWEST} limit ${PAGE}) as found
      ${NEWEST} limit ${PAGE}`,
      more,
    ),
    [LARGE, statuses],
  ),
  count: statement(`${COUNT} and status = any($2::smallint[])`, [LARGE, statuses]),
  plan: "once",
});

/** A part of an index that has the order already. */
export const sortedWithin = (key: string, where: string, values: readonly unknown[]): FloorQuery => ({
  rows: statement(
    rowsOf(`select id from mcc.orders where company_id = $1 and ${where} order by ${key}, id limit ${PAGE}`),
    [LARGE, ...values],
  ),
  count: statement(countMatching(where), [LARGE, ...values]),
  plan: "once",
});

const SUM = "coalesce(sum(total), 0)::numeric(24, 2)::text as sum";

/** Totals, from the rollup. */
export const summedUp = (where = "true", values: readonly unknown[] = []): FloorQuery =>
  counted(`select ${SUM} from mcc.order_state_counts where company_id = $1 and ${where}`, values);

/** Totals of as many orders as are counted. */
export const summed = (where: string, values: readonly unknown[]): FloorQuery =>
  counted(
    `select ${SUM}, count(*) > ${CAP} as capped from (
      select total from mcc.orders where company_id = $1 and ${where} limit ${CAP + 1}) as matched`,
    values,
  );

/** So few match that they are found first, then counted and sorted; how to find a text depends on the text. */
export const rare = (
  where: string,
  values: readonly unknown[],
  { order = NEWEST, more }: { readonly order?: string; readonly more?: string } = {},
): FloorQuery => ({
  rows: statement(
    rowsOf(
      `with matched as materialized (
        select id, order_date, total from mcc.orders where company_id = $1 and ${where})
      select id from matched ${order} limit ${PAGE}`,
      more,
    ),
    [LARGE, ...values],
  ),
  count: statement(countMatching(where), [LARGE, ...values]),
  plan: "each time",
});

/** A number and nothing else. */
export const counted = (text: string, values: readonly unknown[] = []): FloorQuery => ({
  rows: statement(text, [LARGE, ...values]),
  plan: "once",
});
/** Of one status, off the rollup. */
export const countedByStatus = (code: number): FloorQuery => counted(`${COUNT} and status = $2`, [code]);

export const byState = (where: string, code: number): FloorQuery =>
  dense(where, [code], { count: `${COUNT} and ${where}` });

/** The index starts with the status; the payment status is next. */
export const ofYear = (status: number, payment: number, after: string, before: string): FloorQuery => ({
  rows: statement(
    rowsOf(`select id from mcc.orders where company_id = $1 and status = $2 and payment_status = $3
      and order_date >= $4::date::timestamptz and order_date < ($5::date + 1)::timestamptz ${NEWEST} limit ${PAGE}`),
    [LARGE, status, payment, after, before],
  ),
  count: statement(
    `${DAY_COUNT} and status = $2 and payment_status = $3 and day between $4::date and $5::date`,
    [LARGE, status, payment, after, before],
  ),
  plan: "once",
});

/** Small integers: added up several times faster. The day an offset falls on is found in the rollup of days; the rest is counted off from there. */
export const atOffset = (offset: number): FloorQuery => ({
  rows: statement(
    rowsOf(`with days as (
        select day, n, sum(n) over (order by day desc rows unbounded preceding) - n as before
        from (select day, sum(orders::int)::int as n
          from mcc.order_day_counts where company_id = $1 group by day) as counted),
      hit as materialized (select day, before from days where before <= $2::bigint and before + n > $2::bigint)
      select id from mcc.orders where company_id = $1 and order_date < (select day + 1 from hit)::timestamptz
      ${NEWEST} limit ${PAGE} offset $2::bigint - (select before from hit)`),
    [LARGE, offset],
  ),
  count: statement(COUNT, [LARGE]),
  plan: "once",
});

/** Read backwards: as many as are left over for it. */
export const lastPage = (): FloorQuery => ({
  rows: statement(
    rowsOf(`select id from mcc.orders where company_id = $1 order by order_date, id
      limit (select 1 + (count - 1) % ${PAGE} from (${COUNT}) as counted)`),
    [LARGE],
  ),
  count: statement(COUNT, [LARGE]),
  plan: "once",
  reversed: true,
});

/** Site by site, the newest of each, merged. */
export const ofSites = (siteIds: readonly number[]): FloorQuery => ({
  rows: statement(
    rowsOf(`select found.id from unnest($2::bigint[]) as seen (id) cross join lateral (
        select id, order_date from mcc.orders where company_id = $1 and site_id = seen.id ${NEWEST} limit ${PAGE}) as found
      ${NEWEST} limit ${PAGE}`),
    [LARGE, siteIds],
  ),
  count: statement(`${SITE_COUNT} and site_id = any($2::bigint[])`, [LARGE, siteIds]),
  plan: "once",
});

export const ofSitesByTotal = (siteIds: readonly number[]): FloorQuery => ({
  ...rare("site_id = any($2::bigint[])", [siteIds], { order: "order by total, id" }),
  count: statement(`${SITE_COUNT} and site_id = any($2::bigint[])`, [LARGE, siteIds]),
  plan: "once",
});
