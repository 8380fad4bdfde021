import { type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { fixed, prepared } from "../../platform/connection.ts";
import {
  allOf,
  type Condition,
  DEEP,
  FEW,
  FEW_SITES,
  listing,
  nearEnd,
  otherWay,
  type Sort,
  sortOf,
} from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { dayAtOffset, rollupCount } from "./orders.count.queries.ts";
import { type Narrowing, ofCompany } from "./orders.narrow.queries.ts";
import { type OrderSort, orderSorts, walkedNames } from "./orders.sorts.queries.ts";

/** A statement that answers ids in order. */
export type Ids = RawBuilder<{ id: number }>;

/** Limit and offset are written out: a plan that does not know them expects a tenth of the table. */
export interface Window {
  readonly sort: Sort;
  /** Read from the other end: what stood last stands first. */
  readonly turned?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export const windowOf = (query: ListQuery): Way => {
  const sort = sortOf(query);
  return { sort, limit: query.limit, offset: query.offset, by: orderSorts[sort.column] as OrderSort };
};

/** The ids of every match from the offset on: an export reads them batch by batch. */
export const everyId = (query: ListQuery, { conditions }: Narrowing): Ids => {
  const { by, ...window } = windowOf(query);
  return by.kind === "direct" ? direct(by.key, conditions, window) : sorted(by, conditions, window);
};

/** A first page under a usual filter is planned once, any other for its values. */
export const named = (what: string, query: ListQuery, { shape }: Narrowing): Condition => {
  const { ordering, limit, offset } = query;
  const name = `${what}:${shape}:${ordering}`;
  return shape && limit === PAGE_SIZE && offset === 0 && isKept(name, ordering) ? prepared(name) : sql``;
};

/** A plan holds up to a megabyte on every connection: of the many ways to sort what is filtered, the first are kept. */
const isKept = (name: string, ordering: string): boolean => {
  if (ordering === USUAL) return true;
  if (keptSorts.size < MOST_SORTS) keptSorts.add(name);
  return keptSorts.has(name);
};
const USUAL = "-orderDate";
const MOST_SORTS = 40;
const keptSorts = new Set<string>();

/** Whether a page of everything in scope lies along an index. */
export const isAlong = (scope: CompanyScope, query: ListQuery, { filtered }: Narrowing): boolean =>
  !filtered && (scope.siteIds === "all" || merges(scope, windowOf(query)));

/** Lists a page of everything in scope, and answers how much that is. */
export const listAll = async (scope: CompanyScope, query: ListQuery, narrowing: Narrowing) => {
  const isFixed = scope.siteIds === "all" && query.offset === 0 && query.limit === PAGE_SIZE;
  const [row] = isFixed
    ? await firstOf(scope, query)(scope)
    : (
        await sql<Counted>`${named("orders-all", query, narrowing)} ${everything(scope, query, narrowing)}`.execute(
          scope.db,
        )
      ).rows;
  return Number(row?.count);
};

export interface Counted {
  count: number;
}

const everything = (scope: CompanyScope, query: ListQuery, narrowing: Narrowing) => sql<Counted>`
  select (${rollupCount(scope, query)}) as count, ${listing(sql`array(${along(scope, narrowing, windowOf(query))})`)}`;

/** The first page of a whole company, in each order. */
const firstOf = (scope: CompanyScope, query: ListQuery) => {
  const { ordering } = query;
  const known = firsts.get(ordering);
  if (known) return known;
  const unfiltered = { countable: true, filtered: false, inTexts: false, inDays: false };
  const first = fixed(`orders-by:${ordering}`, (companyId) =>
    everything({ ...scope, companyId }, query, { ...unfiltered, conditions: [ofCompany(companyId)] }),
  );
  firsts.set(ordering, first);
  return first;
};
const firsts = new Map<string, ReturnType<typeof fixed<Counted>>>();

/** Everything in scope, along an index: its last rows are at hand. Of names, those of each would have to be read. */
export const hasEndAtHand = ({ siteIds }: CompanyScope, query: ListQuery, { filtered }: Narrowing): boolean =>
  siteIds === "all" && !filtered && windowOf(query).by.kind === "direct";

/** Lists a page near the end of everything, from its last row to its first, and answers how much there is. */
export const listNearEnd = async (scope: CompanyScope, query: ListQuery): Promise<number> => {
  const { by, sort } = windowOf(query);
  const last = direct(keyOf(by), [ofCompany(scope.companyId)], {
    sort: otherWay(sort),
    limit: DEEP,
    offset: 0,
  });
  const { rows } = await sql<Counted>`${prepared(`orders-near-end:${query.ordering}`)}
    select count, ${listing(nearEnd(last, query))} from (${rollupCount(scope, {})}) as counted`.execute(
    scope.db,
  );
  return Number(rows[0]?.count);
};

/** The way to one page of many matches. `matching` is how many there are, where that is known exactly. */
export const wayToPage = async (
  scope: CompanyScope,
  query: ListQuery,
  narrowing: Narrowing,
  matching: number | undefined,
): Promise<{ ids: Ids; reversed: boolean }> => {
  const window = windowOf(query);
  if (matching !== undefined && matching <= FEW) {
    return { ids: sorted(window.by, narrowing.conditions, window), reversed: false };
  }
  const reversed = matching !== undefined && window.offset > DEEP && window.offset > matching / 2;
  const turned = reversed ? { ...window, ...fromTheEnd(window, matching) } : window;
  return { ids: await anyWay(scope, query, narrowing, turned), reversed };
};

/** The same rows, read from the other end. */
const fromTheEnd = ({ sort, limit, offset }: Window, matching: number): Window => {
  const rows = Math.max(0, Math.min(limit, matching - offset));
  return {
    sort: otherWay(sort),
    turned: true,
    limit: rows,
    offset: Math.max(0, matching - offset - rows),
  };
};

export type Way = Window & { readonly by: OrderSort };

/** Few sites by date. */
const merges = ({ siteIds }: CompanyScope, { sort, offset }: Way): boolean =>
  siteIds !== "all" && siteIds.length <= FEW_SITES && offset <= DEEP && sort.column === "orderDate";

/** Without asking anything first. */
export const along = (scope: CompanyScope, { conditions }: Narrowing, way: Way): Ids => {
  const { by, ...window } = way;
  if (by.kind === "walk") return walked(by, conditions, window);
  if (!merges(scope, way)) return direct(by.key, conditions, window);
  const each = sql`unnest(${scope.siteIds}::bigint[]) as seen (id)`;
  return merged(each, [...conditions, sql`orders.site_id = seen.id`], window);
};

/** A deep page by date starts at its day, which is looked up first. */
const anyWay = async (scope: CompanyScope, query: ListQuery, narrowing: Narrowing, way: Way) => {
  const { sort, offset } = way;
  const leaps =
    sort.column === "orderDate" && scope.siteIds === "all" && narrowing.countable && offset > DEEP;
  const day = leaps ? await dayAtOffset(scope, query, sort, offset) : undefined;
  if (!day) return along(scope, narrowing, way);
  const conditions = [...narrowing.conditions, day.reached];
  return along(scope, { ...narrowing, conditions }, { ...way, offset: offset - day.before });
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
export const sorted = (by: OrderSort, conditions: readonly Condition[], window: Window): Ids => sql`
  with matched as materialized (${matching(by, conditions)}) ${sortedMatches(by, window)}`;

/** What matches, with what it is sorted by. */
export const matching = (by: OrderSort, conditions: readonly Condition[]): Condition =>
  sql`select orders.id, ${keyOf(by)} as key from orders where ${allOf(conditions)}`;

/** The page of what a step named `matched` has found. */
export const sortedMatches = (by: OrderSort, { sort, limit, offset }: Window): Ids => sql`
  select matched.id from matched ${labelled(by)}
  order by ${labelOf(by)} ${sort.direction} ${nulls(by)}, matched.id ${sort.direction}
  limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

const byLabel = ({ direction }: Sort, turned = false): Condition =>
  sql`label ${direction} nulls ${turned ? sql`first` : sql`last`}`;

/** Name by name, the first rows of each: stops as soon as the page is full. */
const walked = (
  by: Extract<OrderSort, { kind: "walk" }>,
  conditions: readonly Condition[],
  { sort, turned, limit, offset }: Window,
): Ids => sql`
  select found.id
  from (select * from (${walkedNames(by)}) as names order by ${byLabel(sort, turned)}) as named
  cross join lateral (
    select orders.id from orders where ${allOf(conditions)} and ${by.reference} = named.id
    order by orders.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by named.${byLabel(sort, turned)}, found.id ${sort.direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Site by site or name by name, the newest of each, merged; the conditions say which orders belong to each. */
export const merged = (
  each: Condition,
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
): Ids => sql`
  select found.id from ${each}
  cross join lateral (
    select orders.id, orders.order_date from orders where ${allOf(conditions)}
    order by orders.order_date ${sort.direction}, orders.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by found.order_date ${sort.direction}, found.id ${sort.direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
