import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { allOf, type Condition, type Sort, sortOf } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { dayAtOffset } from "./orders.count.queries.ts";
import type { Narrowing } from "./orders.narrow.queries.ts";
import { type OrderSort, orderSorts } from "./orders.sorts.queries.ts";

/** So few that sorting them all beats walking an index past everything else. */
const FEW = 3_000;
/** So few sites that the newest of each can be merged. */
const FEW_SITES = 64;
/** From here on an offset is worth finding a shorter way. */
const DEEP = 2_000;

interface Window {
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
}

/** The ids of every match from the offset on, in order: an export reads them batch by batch. */
export const everyId = (query: ListQuery, { conditions }: Narrowing): RawBuilder<{ id: number }> => {
  const sort = sortOf(query);
  const by = orderSorts[sort.column] as OrderSort;
  const window = { sort, limit: query.limit, offset: query.offset };
  return by.kind === "direct" ? direct(by.key, conditions, window) : sorted(by, conditions, window);
};

/** The ids of one page, in order. `count` is how many match, as far as it was counted. */
export const pageIds = async (
  scope: CompanyScope,
  query: ListQuery,
  { conditions, countable }: Narrowing,
  count: { matching: number; exact: boolean },
): Promise<number[]> => {
  const sort = sortOf(query);
  const by = orderSorts[sort.column] as OrderSort;
  const { limit, offset } = query;
  if (count.exact && offset >= count.matching) return [];
  if (count.exact && count.matching <= FEW)
    return ids(scope, sorted(by, conditions, { sort, limit, offset }));
  const backwards = count.exact && offset > DEEP && offset > count.matching / 2;
  const window = backwards ? fromTheEnd({ sort, limit, offset }, count.matching) : { sort, limit, offset };
  const found = await forwards(scope, query, by, conditions, countable, window);
  return backwards ? found.reverse() : found;
};

/** The same rows, read from the other end. */
const fromTheEnd = ({ sort, limit, offset }: Window, matching: number): Window => {
  const rows = Math.min(limit, matching - offset);
  const descending = !sort.descending;
  return {
    sort: { ...sort, descending, direction: descending ? sql`desc` : sql`asc` },
    limit: rows,
    offset: matching - offset - rows,
  };
};

const forwards = async (
  scope: CompanyScope,
  query: ListQuery,
  by: OrderSort,
  conditions: readonly Condition[],
  countable: boolean,
  window: Window,
): Promise<number[]> => {
  const { siteIds } = scope;
  const byDate = window.sort.column === "orderDate";
  if (by.kind === "walk") return ids(scope, walked(by, conditions, window));
  if (byDate && siteIds !== "all" && siteIds.length <= FEW_SITES && window.offset <= DEEP) {
    return ids(scope, merged(siteIds, conditions, window));
  }
  if (byDate && siteIds === "all" && countable && window.offset > DEEP) {
    const day = await dayAtOffset(scope, query, window.sort, window.offset);
    if (day)
      return ids(
        scope,
        direct(by.key, [...conditions, day.reached], { ...window, offset: window.offset - day.before }),
      );
  }
  return ids(scope, direct(by.key, conditions, window));
};

const ids = async ({ db }: CompanyScope, query: RawBuilder<{ id: number }>): Promise<number[]> => {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
};

/** Along an index that has the order already. */
const direct = (key: Condition, conditions: readonly Condition[], { sort, limit, offset }: Window) => sql<{
  id: number;
}>`
  select orders.id from orders where ${allOf(conditions)}
  order by ${key} ${sort.direction}, orders.id ${sort.direction} limit ${limit} offset ${offset}`;

/** Filtered first, then sorted: the planner is not asked, it would walk the sorted index and find next to nothing. */
const sorted = (by: OrderSort, conditions: readonly Condition[], { sort, limit, offset }: Window) => {
  const key = by.kind === "direct" ? by.key : by.reference;
  const names = by.kind === "walk" ? sql`join (${by.names}) as named on named.id = matched.key` : sql``;
  const label = by.kind === "walk" ? sql`named.label` : sql`matched.key`;
  return sql<{ id: number }>`
  with matched as materialized (select orders.id, ${key} as key from orders where ${allOf(conditions)})
  select matched.id from matched ${names}
  order by ${label} ${sort.direction} nulls last, matched.id ${sort.direction} limit ${limit} offset ${offset}`;
};

/** Name by name, the first rows of each: stops as soon as the page is full. */
const walked = (
  by: Extract<OrderSort, { kind: "walk" }>,
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
) => sql<{ id: number }>`
  select found.id
  from (select * from (${by.names}) as names order by label ${sort.direction} nulls last) as named
  cross join lateral (
    select orders.id from orders where ${allOf(conditions)} and ${by.reference} = named.id
    order by orders.id ${sort.direction} limit ${limit + offset}) as found
  order by named.label ${sort.direction} nulls last, found.id ${sort.direction} limit ${limit} offset ${offset}`;

/** Site by site, the newest of each, merged. */
const merged = (
  siteIds: readonly number[],
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
) => sql<{
  id: number;
}>`
  select found.id from unnest(${siteIds}::bigint[]) as seen (id)
  cross join lateral (
    select orders.id, orders.order_date from orders where ${allOf(conditions)} and orders.site_id = seen.id
    order by orders.order_date ${sort.direction}, orders.id ${sort.direction} limit ${limit + offset}) as found
  order by found.order_date ${sort.direction}, found.id ${sort.direction} limit ${limit} offset ${offset}`;
