import { Readable } from "node:stream";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { isTooDeep } from "@mcc/contract/kit/page-depth.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export type Condition = RawBuilder<unknown>;

/** Counting stops here: a list never waits for a count. */
export const COUNT_CAP = 10_000;
/** A search is counted up to here. */
export const SEARCH_CAP = 1_000;

/** So few that sorting them all beats walking an index past everything else. */
export const FEW_ROWS = 3_000;
/** From here on an offset is worth finding a shorter way. */
export const DEEP_OFFSET = 2_000;
/** So many rows are read past, from the nearer end, for a page sorted by a name, a status or anything else looked up. */
export const DEEPEST_BY_NAME = 20_000;
/** So few sites that the newest of each can be merged. */
export const FEW_SITES = 64;

export interface Page<Row> {
  readonly count: number;
  readonly count_is_capped?: boolean;
  readonly results: Row[];
  /** One that begins further from both ends is refused. */
  readonly deepest_offset?: number;
}

/** A page whose rows carry the count of all: for small lists that are read whole. */
export type Window = Pick<ListQuery, "limit" | "offset">;

export const countedPage = <Row extends { count: number }>(
  rows: readonly Row[],
): Page<Omit<Row, "count">> => ({
  count: Number(rows[0]?.count ?? 0),
  results: rows.map(({ count: _, ...row }) => row),
});

/** The page with its links, each the caller's own address at another offset. */
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

/** From here on a list is an export: it is streamed, so that its size does not matter. */
export const isExport = ({ limit }: Pick<ListQuery, "limit">): boolean => limit > 1_000;

const BATCH = 500;

/** The rows of a query, batch by batch, however many there are. */
export async function* rowBatches<Row>(db: Kysely<Tables>, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare listed no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from listed`.execute(db);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** A page answered while it is still being read: the same JSON, never whole in memory. */
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

/** No letter somebody typed is a wildcard. */
const escapeLike = (typed: string): string => typed.toLowerCase().replace(/[\\%_]/g, "\\$&");

/** The pattern of everything that contains what was typed, for texts kept in lower case. */
export const likePattern = (typed: string): string => `%${escapeLike(typed)}%`;

export const contains = (text: Condition, typed: string): Condition =>
  sql`lower(${text}) like ${likePattern(typed)}`;

/** Looked up in a hash of them, never in an index: that would be searched once for each of the ids. */
export const isOneOf = (id: Condition, ids: readonly number[]): Condition =>
  sql`case when ${id} in (select unnest(${ids}::bigint[])) then true end`;

/** Likewise, for the ids that a statement finds. */
export const isAmong = (id: Condition, ids: Condition): Condition =>
  sql`case when ${id} in (${ids}) then true end`;

const isDay = (value: string): boolean => value.length === 10;

/** Both ends belong to the range; a plain day means the whole of it, in UTC. */
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

/** Both ends belong to the range. */
export const amountRange = (amount: Condition, min?: unknown, max?: unknown): Condition[] => [
  ...(min === undefined ? [] : [sql`${amount} >= ${min}::numeric`]),
  ...(max === undefined ? [] : [sql`${amount} <= ${max}::numeric`]),
];

export const allConditions = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
