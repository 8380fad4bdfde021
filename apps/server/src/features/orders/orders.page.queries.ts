import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { allOf, type Condition, type Sort, sortOf } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { dayAtOffset } from "./orders.count.queries.ts";
import type { Narrowing } from "./orders.narrow.queries.ts";
import { type OrderSort, orderSorts, walkedNames } from "./orders.sorts.queries.ts";

/** So few that sorting them all beats walking an index past everything else. */
export const FEW = 3_000;
/** So few sites that the newest of each can be merged. */
const FEW_SITES = 64;
/** From here on an offset is worth finding a shorter way. */
export const DEEP = 2_000;

/** A statement that answers ids in order. */
export type Ids = RawBuilder<{ id: number }>;

/** Limit and offset are written out: a plan that does not know them expects a tenth of the table. */
interface Window {
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
}

const windowOf = (query: ListQuery): Window & { by: OrderSort } => {
  const sort = sortOf(query);
  return { sort, limit: query.limit, offset: query.offset, by: orderSorts[sort.column] as OrderSort };
};

/** The ids of every match from the offset on: an export reads them batch by batch. */
export const everyId = (query: ListQuery, { conditions }: Narrowing): Ids => {
  const { by, ...window } = windowOf(query);
  return by.kind === "direct" ? direct(by.key, conditions, window) : sorted(by, conditions, window);
};

/** Few matches, filtered first and then sorted; and how many there are, up to one more than few. */
export const probe = async ({ db }: CompanyScope, query: ListQuery, { conditions }: Narrowing) => {
  const { by, sort, limit, offset } = windowOf(query);
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with matched as materialized (
      select orders.id, ${keyOf(by)} as key from orders where ${allOf(conditions)} limit ${FEW + 1})
    select (select count(*) from matched) as count, array(
      select matched.id from matched ${labelled(by)}
      order by ${labelOf(by)} ${sort.direction} ${nulls(by)}, matched.id ${sort.direction}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as ids`.execute(db);
  return { count: Number(rows[0]?.count), ids: rows[0]?.ids ?? [] };
};

/** The ids of one page of many matches. `matching` is how many there are, where that is known exactly. */
export const pageIds = async (
  scope: CompanyScope,
  query: ListQuery,
  narrowing: Narrowing,
  matching: number | undefined,
): Promise<{ ids: Ids; reversed: boolean }> => {
  const window = windowOf(query);
  const reversed = matching !== undefined && window.offset > DEEP && window.offset > matching / 2;
  const turned = reversed ? { ...window, ...fromTheEnd(window, matching) } : window;
  return { ids: await forwards(scope, query, narrowing, turned), reversed };
};

/** The same rows, read from the other end. */
const fromTheEnd = ({ sort, limit, offset }: Window, matching: number): Window => {
  const rows = Math.max(0, Math.min(limit, matching - offset));
  const descending = !sort.descending;
  return {
    sort: { ...sort, descending, direction: descending ? sql`desc` : sql`asc` },
    limit: rows,
    offset: Math.max(0, matching - offset - rows),
  };
};

const forwards = async (
  scope: CompanyScope,
  query: ListQuery,
  { conditions, countable }: Narrowing,
  { by, ...window }: Window & { by: OrderSort },
): Promise<Ids> => {
  const { siteIds } = scope;
  if (by.kind === "walk") return walked(by, conditions, window);
  const byDate = window.sort.column === "orderDate";
  if (byDate && siteIds !== "all" && siteIds.length <= FEW_SITES && window.offset <= DEEP) {
    return merged(siteIds, conditions, window);
  }
  if (byDate && siteIds === "all" && countable && window.offset > DEEP) {
    const day = await dayAtOffset(scope, query, window.sort, window.offset);
    if (day) {
      return direct(by.key, [...conditions, day.reached], { ...window, offset: window.offset - day.before });
    }
  }
  return direct(by.key, conditions, window);
};

const keyOf = (by: OrderSort): Condition => (by.kind === "direct" ? by.key : by.reference);
const labelled = (by: OrderSort): Condition =>
  by.kind === "walk" ? sql`join (${walkedNames(by)}) as named on named.id = matched.key` : sql``;
/** A name that is not there stands last; a column's own missing values stand where its index has them. */
const nulls = (by: OrderSort): Condition => (by.kind === "walk" ? sql`nulls last` : sql``);
const labelOf = (by: OrderSort): Condition => (by.kind === "walk" ? sql`named.label` : sql`matched.key`);

/** Along an index that has the order already; what has no value stands last going up and first going down. */
const direct = (
  key: Condition,
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
): Ids => sql`
  select orders.id from orders where ${allOf(conditions)}
  order by ${key} ${sort.direction}, orders.id ${sort.direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Filtered first, then sorted, however many there are. */
const sorted = (by: OrderSort, conditions: readonly Condition[], { sort, limit, offset }: Window): Ids => sql`
  with matched as materialized (select orders.id, ${keyOf(by)} as key from orders where ${allOf(conditions)})
  select matched.id from matched ${labelled(by)}
  order by ${labelOf(by)} ${sort.direction} ${nulls(by)}, matched.id ${sort.direction}
  limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Name by name, the first rows of each: stops as soon as the page is full. */
const walked = (
  by: Extract<OrderSort, { kind: "walk" }>,
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
): Ids => sql`
  select found.id
  from (select * from (${walkedNames(by)}) as names order by label ${sort.direction} nulls last) as named
  cross join lateral (
    select orders.id from orders where ${allOf(conditions)} and ${by.reference} = named.id
    order by orders.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by named.label ${sort.direction} nulls last, found.id ${sort.direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Site by site, the newest of each, merged. */
const merged = (
  siteIds: readonly number[],
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
): Ids => sql`
  select found.id from unnest(${siteIds}::bigint[]) as seen (id)
  cross join lateral (
    select orders.id, orders.order_date from orders where ${allOf(conditions)} and orders.site_id = seen.id
    order by orders.order_date ${sort.direction}, orders.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by found.order_date ${sort.direction}, found.id ${sort.direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
