import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/connection.ts";
import {
  allOf,
  COUNT_CAP,
  type Condition,
  DEEP,
  FEW,
  FEW_SITES,
  type Sort,
  sortOf,
} from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import type { Narrowing } from "./documents.narrow.queries.ts";

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

/** Read off the rollups, which the triggers keep in the transaction of every change. */
export const countFromRollup = async ({ db, companyId, siteIds }: CompanyScope): Promise<number> => {
  const query =
    siteIds === "all"
      ? sql<{ count: number }>`${prepared("documents-count")}
        select coalesce(sum(documents), 0)::bigint as count from document_counts where company_id = ${companyId}`
      : sql<{ count: number }>`${prepared("documents-site-count")}
        select coalesce(sum(documents), 0)::bigint as count from document_site_counts
        where company_id = ${companyId} and site_id = any(${siteIds})`;
  return Number((await query.execute(db)).rows[0]?.count);
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

/** Few matches, filtered first and then sorted; and how many there are, up to one more than few. */
export const probe = async ({ db }: CompanyScope, query: ListQuery, { conditions }: Narrowing) => {
  const { sort, limit, offset } = windowOf(query);
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with matched as materialized (
      select documents.id, ${keyOf(sort)} as key from documents where ${allOf(conditions)} limit ${FEW + 1})
    select (select count(*) from matched) as count, array(
      select id from matched order by key ${sort.direction}, id ${sort.direction}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as ids`.execute(db);
  return { count: Number(rows[0]?.count), ids: rows[0]?.ids ?? [] };
};

/** The ids of every match from the offset on: an export reads them batch by batch. */
export const everyId = (query: ListQuery, { conditions }: Narrowing): Ids =>
  direct(conditions, windowOf(query));

/** The ids of one page of many matches. `matching` is how many there are, where that is known exactly. */
export const pageIds = (
  { siteIds }: CompanyScope,
  query: ListQuery,
  { conditions }: Narrowing,
  matching: number | undefined,
): { ids: Ids; reversed: boolean } => {
  const asked = windowOf(query);
  const reversed = matching !== undefined && asked.offset > DEEP && asked.offset > matching / 2;
  const window = reversed ? fromTheEnd(asked, matching) : asked;
  const { column } = window.sort;
  const few = siteIds !== "all" && siteIds.length <= FEW_SITES && window.offset <= DEEP;
  if (column === "order_date" && few) return { ids: merged(siteIds, conditions, window), reversed };
  const ids = column === "document_type" ? walked(conditions, window) : direct(conditions, window);
  return { ids, reversed };
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
