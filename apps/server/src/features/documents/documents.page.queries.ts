import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { fixed, prepared } from "../../platform/connection.ts";
import {
  allOf,
  COUNT_CAP,
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
import { type Narrowing, ofCompany } from "./documents.narrow.queries.ts";

/** A statement that answers ids in order. */
export type Ids = RawBuilder<{ id: number }>;

const ascending = (a: string, b: string): number => (a < b ? -1 : 1);
/** A type is sorted by its name: where each code stands then, and the codes in that order. */
const TYPES_BY_NAME = DOCUMENT_TYPES.toSorted(ascending).map((name) => DOCUMENT_TYPES.indexOf(name) + 1);
const TYPE_PLACE: Condition = sql`array_position(array[${sql.join(TYPES_BY_NAME.map((code) => sql.lit(code)))}], documents.document_type::int)`;

const KEYS: Readonly<Record<string, Condition>> = {
  document_name: sql`documents.document_name collate "C"`,
  document_type: TYPE_PLACE,
  order_identifier: sql`documents.order_identifier collate "C"`,
  po_number: sql`documents.po_number collate "C"`,
  afe_number: sql`documents.afe_number collate "C"`,
  order_date: sql`documents.order_date`,
};
const keyOf = ({ column }: Sort): Condition => KEYS[column] as Condition;

/** Limit and offset are written out: a plan that does not know them expects a tenth of the table. */
interface Window {
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
}
const windowOf = (query: ListQuery): Window => ({
  sort: sortOf(query),
  limit: query.limit,
  offset: query.offset,
});

interface Counted {
  count: number;
}

/** Everything in scope, read off the rollups, which the triggers keep in the transaction of every change. */
const rolledCount = ({ companyId, siteIds }: CompanyScope): RawBuilder<Counted> =>
  siteIds === "all"
    ? sql`select coalesce(sum(documents), 0)::bigint as count from document_counts where company_id = ${companyId}`
    : sql`select coalesce(sum(documents), 0)::bigint as count from document_site_counts
        where company_id = ${companyId} and site_id = any(${siteIds})`;

export const countFromRollup = async (scope: CompanyScope): Promise<number> => {
  const { rows } = await rolledCount(scope).execute(scope.db);
  return Number(rows[0]?.count);
};

/** Counts what is there, up to one more than the cap; an export wants to know it all. */
export const countLive = async (
  { db }: CompanyScope,
  { conditions }: Narrowing,
  cap: number | null = COUNT_CAP + 1,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::bigint as count
    from (select from documents where ${allOf(conditions)} limit ${cap}) as matched`.execute(db);
  return Number(rows[0]?.count);
};

/** A first page in the usual order, of what a name is known for, is planned once; any other for its values. */
const named = (what: string, { ordering, limit, offset }: ListQuery, { shape }: Narrowing): Condition =>
  shape && ordering === USUAL && limit === PAGE_SIZE && offset === 0 ? prepared(`${what}:${shape}`) : sql``;
const USUAL = "-order_date";

/** Lists a page of everything in scope, and answers how much that is. */
export const listAll = async (
  scope: CompanyScope,
  query: ListQuery,
  narrowing: Narrowing,
): Promise<number> => {
  const isFirst = scope.siteIds === "all" && query.offset === 0 && query.limit === PAGE_SIZE;
  const [row] = isFirst
    ? await firstOf(scope, query)(scope)
    : (
        await sql<Counted>`${named("documents", query, narrowing)} ${everything(scope, query, narrowing)}`.execute(
          scope.db,
        )
      ).rows;
  return Number(row?.count);
};

const everything = (scope: CompanyScope, query: ListQuery, { conditions }: Pick<Narrowing, "conditions">) => {
  const ids = along(scope, conditions, windowOf(query));
  return sql<Counted>`select (${rolledCount(scope)}) as count, ${listing(sql`array(${ids})`)}`;
};

/** The first page of a whole company, in each order. */
const firstOf = (scope: CompanyScope, query: ListQuery) => {
  const { ordering } = query;
  const first =
    firsts.get(ordering) ??
    fixed(`documents-by:${ordering}`, (companyId) =>
      everything({ ...scope, companyId }, query, { conditions: [ofCompany(companyId)] }),
    );
  firsts.set(ordering, first);
  return first;
};
const firsts = new Map<string, ReturnType<typeof fixed<Counted>>>();

/** Everything in scope, along an index: its last rows are at hand. Of types, those of each would have to be read. */
export const hasEndAtHand = ({ siteIds }: CompanyScope, query: ListQuery): boolean =>
  siteIds === "all" && sortOf(query).column !== "document_type";

/** Lists a page near the end of everything, from its last row to its first, and answers how much there is. */
export const listNearEnd = async (scope: CompanyScope, query: ListQuery): Promise<number> => {
  const last = direct([ofCompany(scope.companyId)], {
    sort: otherWay(sortOf(query)),
    limit: DEEP,
    offset: 0,
  });
  const { rows } = await sql<Counted>`${prepared(`documents-near-end:${query.ordering}`)}
    select count, ${listing(nearEnd(last, query))} from (${rolledCount(scope)}) as counted`.execute(scope.db);
  return Number(rows[0]?.count);
};

/**
 * Lists a page of few matches, filtered first and then sorted. Answers how many there are, up to one more than few, and
 * whether the order they have to be of is there.
 */
export const listFew = async ({ db }: CompanyScope, query: ListQuery, narrowing: Narrowing) => {
  const { sort, limit, offset } = windowOf(query);
  const page = sql`
    select id from matched order by key ${sort.direction}, id ${sort.direction}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  const isThere = narrowing.order ? sql`(${narrowing.order}) is not null` : sql`true`;
  const { rows } = await sql<Counted & { is_there: boolean }>`${named("documents-few", query, narrowing)}
    with matched as materialized (
      select documents.id, ${keyOf(sort)} as key from documents
      where ${allOf(narrowing.conditions)} limit ${sql.lit(FEW + 1)})
    select count, ${isThere} as is_there,
      ${listing(sql`case when count <= ${sql.lit(FEW)} then array(${page}) else '{}' end`)}
    from (select count(*) as count from matched) as counted`.execute(db);
  return { count: Number(rows[0]?.count), isThere: rows[0]?.is_there === true };
};

/** The ids of every match from the offset on: an export reads them batch by batch. */
export const everyId = (query: ListQuery, { conditions }: Narrowing): Ids =>
  direct(conditions, windowOf(query));

/** The way to one page of many matches. `matching` is how many there are, where that is known exactly. */
export const wayToPage = (
  scope: CompanyScope,
  query: ListQuery,
  { conditions }: Narrowing,
  matching: number | undefined,
): { ids: Ids; reversed: boolean } => {
  const asked = windowOf(query);
  const reversed = matching !== undefined && asked.offset > DEEP && asked.offset > matching / 2;
  const window = reversed ? fromTheEnd(asked, matching) : asked;
  return { ids: along(scope, conditions, window), reversed };
};

const along = ({ siteIds }: CompanyScope, conditions: readonly Condition[], window: Window): Ids => {
  const { column } = window.sort;
  const few = siteIds !== "all" && siteIds.length <= FEW_SITES && window.offset <= DEEP;
  if (column === "order_date" && few) return merged(siteIds, conditions, window);
  return column === "document_type" ? walked(conditions, window) : direct(conditions, window);
};

/** The same rows, read from the other end. */
const fromTheEnd = ({ sort, limit, offset }: Window, matching: number): Window => {
  const rows = Math.max(0, Math.min(limit, matching - offset));
  return {
    sort: otherWay(sort),
    limit: rows,
    offset: Math.max(0, matching - offset - rows),
  };
};

/** Along an index that has the order already; what has no value stands last going up and first going down. */
const direct = (conditions: readonly Condition[], { sort, limit, offset }: Window): Ids => sql`
  select documents.id from documents where ${allOf(conditions)}
  order by ${keyOf(sort)} ${sort.direction}, documents.id ${sort.direction}
  limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Type by type in the order of their names, the first rows of each. */
const walked = (conditions: readonly Condition[], { sort, limit, offset }: Window): Ids => sql`
  select found.id
  from unnest(array[${sql.join(TYPES_BY_NAME.map((code) => sql.lit(code)))}]) with ordinality as named (code, place)
  cross join lateral (
    select documents.id from documents where ${allOf(conditions)} and documents.document_type = named.code
    order by documents.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by named.place ${sort.direction}, found.id ${sort.direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Site by site, the newest of each, merged. */
const merged = (
  siteIds: readonly number[],
  conditions: readonly Condition[],
  { sort, limit, offset }: Window,
): Ids => sql`
  select found.id from unnest(${siteIds}::bigint[]) as seen (id)
  cross join lateral (
    select documents.id, documents.order_date from documents
    where ${allOf(conditions)} and documents.site_id = seen.id
    order by documents.order_date ${sort.direction}, documents.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by found.order_date ${sort.direction}, found.id ${sort.direction}
  limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
