import type { Connection } from "./connection.ts";
import type { CallOptions } from "./send.ts";

/** A page of a list. */
export interface Page<Row> {
  readonly count: number;
  /** There are more rows than `count`: a list never waits for an exact count. */
  readonly count_is_capped?: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly current_url: string;
  readonly results: Row[];
  /** Where only pages near an end are found: one that begins further from both ends is refused. */
  readonly deepest_offset?: number;
}

type RowsAndNext<Row> = { readonly next: string | null; readonly results: readonly Row[] };
/** A call of the client that returns a page. */
type ListCall<Input, P> = (connection: Connection, input: Input, options?: CallOptions) => Promise<P>;

/** Rows on a page unless the query says otherwise. */
const PAGE_SIZE = 100;

const offsetIn = (link: string): string | null =>
  new URL(link, "http://localhost").searchParams.get("offset");

/** The pages of a list, one after the other, each requested when the one before was used. */
export async function* eachPage<Input, P extends RowsAndNext<unknown>>(
  list: ListCall<Input, P>,
  connection: Connection,
  input?: Input,
  options?: CallOptions,
): AsyncGenerator<P, void, undefined> {
  const { query } = (input ?? {}) as { query?: object };
  let more = {};
  for (;;) {
    const asked = { ...input, query: { limit: PAGE_SIZE, ...query, ...more } };
    const page = await list(connection, asked as Input, options);
    yield page;
    if (page.next === null) return;
    more = { offset: offsetIn(page.next) };
  }
}

/** The rows of a list, requested page by page. */
export async function* eachRow<Input, Row>(
  list: ListCall<Input, RowsAndNext<Row>>,
  connection: Connection,
  input?: Input,
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  for await (const { results } of eachPage(list, connection, input, options)) yield* results;
}
