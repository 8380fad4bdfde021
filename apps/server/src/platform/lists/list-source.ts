import type { ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import type { Page } from "./list.ts";

/** The parts of a request besides its query: the parameters of its path and its URL. */
export interface ListRequest<Params = unknown> {
  readonly params: Params;
  readonly url: URL;
}

/**
 * Reads the rows of a declared list. `plainList` makes a source for lists of up to about a hundred thousand rows. Orders
 * and documents, which have millions, compose theirs from the steps of `fast/list-engine.ts`.
 */
export interface ListSource<Row, Scope, Params = unknown, Query = ListQuery, Suggest = SuggestQuery> {
  page(scope: Scope, query: Query, request: ListRequest<Params>): Promise<Page<Row>>;
  /** Reads all matching rows in batches, so that an export is never in memory as a whole. */
  stream(
    scope: Scope,
    query: Query,
    request: ListRequest<Params>,
  ): Promise<{ readonly count: number; readonly batches: AsyncIterable<readonly Row[]> }>;
  /** Whether a request is answered at once, however many rows it asks for: there are never too many. */
  readonly isForSelectors?: ((query: Query) => boolean) | undefined;
  /** Fails with 404 if the user may not see what the path names. */
  readonly mustExist?: ((scope: Scope, params: Params) => Promise<void>) | undefined;
  /** Suggested values of one column under the other filters; hierarchy groups are handled elsewhere. */
  suggest(scope: Scope, query: Suggest, request: ListRequest<Params>): Promise<string[]>;
}
