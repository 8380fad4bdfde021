import type { ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import type { Page } from "./list.ts";

/** What a list is asked under, besides its query: the parameters of its path and the address of the request. */
export interface ListRequest<Params = unknown> {
  readonly params: Params;
  readonly url: URL;
}

/**
 * Where the rows of a declared list come from. `plainList` makes one for any list of up to about a hundred thousand
 * rows, `fastList` those of orders and documents, of which there are millions.
 */
export interface ListSource<Row, Scope, Params = unknown, Query = ListQuery, Suggest = SuggestQuery> {
  page(scope: Scope, query: Query, request: ListRequest<Params>): Promise<Page<Row>>;
  /** Everything that matches, batch by batch: an export is never whole in memory. */
  stream(
    scope: Scope,
    query: Query,
    request: ListRequest<Params>,
  ): Promise<{ readonly count: number; readonly batches: AsyncIterable<readonly Row[]> }>;
  /** Fails where the path names something that is not there for this person. */
  mustExist?(scope: Scope, params: Params): Promise<void>;
  /** Values of one column, which is no group, under the other filters in force. */
  suggest(scope: Scope, query: Suggest, request: ListRequest<Params>): Promise<string[]>;
}
