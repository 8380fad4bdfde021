import { Readable } from "node:stream";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { Column } from "@mcc/contract/kit/list-columns.ts";
import { MAX_VALUES } from "@mcc/contract/kit/list-schema.ts";
import { isTooDeep } from "@mcc/contract/kit/page-depth.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export type Condition = RawBuilder<unknown>;

/** Rows are counted up to this number, so that no list waits for its count. */
export const COUNT_CAP = 10_000;
/** Matches of a search are counted up to this number, unless the list is small. */
export const SEARCH_CAP = 1_000;
/** Up to this number of rows, a search reads all of them: that takes about 2 ms for each thousand. */
export const SMALL_LIST = 5_000;

/** Up to this number, sorting all matches is faster than reading along an index past all other rows. */
export const FEW_ROWS = 3_000;
/** Beyond this offset, the strategies for deep pages are used. */
export const DEEP_OFFSET = 2_000;
/** The largest offset, from the nearer end, of a page that is sorted by a name, a status or another looked-up value. */
export const DEEPEST_BY_NAME = 20_000;
/** Up to this number of sites, the newest rows of each are merged. */
export const FEW_SITES = 64;

/** The values that a filter suggests: names have check boxes, of which several can be chosen. */
export const mostSuggested = ({ several }: Pick<Column, "several">): number => (several ? MAX_VALUES : 10);

export interface Page<Row> {
  readonly count: number;
  readonly count_is_capped?: boolean;
  readonly results: Row[];
  /** Pages that begin farther than this from both ends are refused. */
  readonly deepest_offset?: number;
}

/** Both ends included; without one, all up to then or from then on. */
export interface Moments {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

export type Window = Pick<ListQuery, "limit" | "offset">;

/** The page of a query whose rows each have the `count` of all matching rows: for small lists. */
export const countedPage = <Row extends { count: number }>(
  rows: readonly Row[],
): Page<Omit<Row, "count">> => ({
  count: Number(rows[0]?.count ?? 0),
  results: rows.map(({ count: _, ...row }) => row),
});

/** Adds the links to the next and the previous page: the URL of the request with another offset. */
export const withPageLinks = <P extends Omit<Page<unknown>, "results"> & { results?: unknown[] }>(
  page: P,
  { limit, offset }: Pick<ListQuery, "limit" | "offset">,
  url: URL,
) => {
  const params = new URLSearchParams(url.search);
  params.set("limit", String(limit));
  const at = (newOffset: number): string | null => {
    if (isTooDeep(page, newOffset, limit)) return null;
    params.set("offset", String(newOffset));
    return `${url.origin}${url.pathname}?${params}`;
  };
  const more = page.count_is_capped === true ? page.results?.length === limit : offset + limit < page.count;
  return {
    ...page,
    next: more ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    current_url: url.toString(),
  };
};

/** A list with a larger limit is an export: it is streamed. */
export const isExport = ({ limit }: Pick<ListQuery, "limit">): boolean => limit > 1_000;

const BATCH = 500;

/** Reads the rows of a query in batches, through a cursor. */
export async function* rowBatches<Row>(db: Kysely<Tables>, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare listed no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from listed`.execute(db);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Streams the JSON of a page while its rows are being read, so that it is never in memory as a whole. */
export const streamJson = (head: object, batches: AsyncIterable<readonly object[]>): Readable =>
  Readable.from(jsonOf(head, batches), { objectMode: false });

async function* jsonOf(head: object, batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  let first = true;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield (first ? "" : ",") + rows.map((row) => JSON.stringify(row)).join(",");
    first = false;
  }
  yield "]}";
}

/** Typed characters are never wildcards. */
const escapeLike = (typed: string): string => typed.toLowerCase().replace(/[\\%_]/g, "\\$&");

/** A pattern for texts that contain what was typed; the texts must be in lower case. */
export const likePattern = (typed: string): string => `%${escapeLike(typed)}%`;

export const contains = (text: Condition, typed: string): Condition =>
  sql`lower(${text}) like ${likePattern(typed)}`;

/** Looks the id up in a hash table. `= any` would use an index, which would be searched once for each of the ids. */
export const isOneOf = (id: Condition, ids: readonly number[]): Condition =>
  sql`case when ${id} in (select unnest(${ids}::bigint[])) then true end`;

/** The same for the ids that a query finds. */
export const isAmong = (id: Condition, ids: Condition): Condition =>
  sql`case when ${id} in (${ids}) then true end`;

const isDay = (value: string): boolean => value.length === 10;

/** Both ends are included. A date without a time means the whole day, in UTC. */
export const dateRange = (moment: Condition, after?: unknown, before?: unknown): Condition[] => [
  ...(after ? [sql`${moment} >= ${after}::timestamptz`] : []),
  ...(before
    ? [
        isDay(String(before))
          ? sql`${moment} < (${before}::date + 1)::timestamptz`
          : sql`${moment} <= ${before}::timestamptz`,
      ]
    : []),
];

/** Both ends are included. */
export const amountRange = (amount: Condition, min?: unknown, max?: unknown): Condition[] => [
  ...(min === undefined ? [] : [sql`${amount} >= ${min}::numeric`]),
  ...(max === undefined ? [] : [sql`${amount} <= ${max}::numeric`]),
];

export const allConditions = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
