import { fail } from "@mcc/contract/kit/errors.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { CompanyScope } from "../../access/scope.ts";
import type { ListRequest, ListSource } from "../list-source.ts";
import type { ListedIds } from "../listed-ids.ts";
import type { Filters } from "../plain-columns.ts";
import { type FastListRequest, readPage, streamRows } from "./list-engine.ts";
import { deepestOffset } from "./strategies.ts";

interface FastListSpec<Row, Query, Suggest, Params> {
  /** Whether what the path names is there for this person: the list of anything else is not found. */
  readonly isVisible?: (scope: CompanyScope, params: Params) => Promise<boolean>;
  readonly request: (scope: CompanyScope, query: Query, params: Params) => FastListRequest;
  readonly rows: (
    scope: CompanyScope,
    listed: ListedIds,
    query: Query,
    request: ListRequest<Params>,
  ) => Promise<Row[]>;
  /** Values of one column; `typed` is what its own filter has. */
  readonly suggest: (scope: CompanyScope, query: Suggest, typed: string, params: Params) => Promise<string[]>;
}

/** A list of millions of rows, read by the strategies of this folder. */
export const fastList = <
  Row,
  Query extends Pick<ListQuery, "ordering" | "limit" | "offset">,
  Suggest extends { readonly field: string },
  Params = undefined,
>({
  isVisible = async () => true,
  request: requestFor,
  rows,
  suggest,
}: FastListSpec<Row, Query, Suggest, Params>): ListSource<Row, CompanyScope, Params, Query, Suggest> => {
  const mustBeVisible = async (scope: CompanyScope, params: Params): Promise<void> => {
    if (!(await isVisible(scope, params))) fail("not_found");
  };
  return {
    page: async (scope, query, request) => {
      // Asked together. The page is awaited even of what is not there: it may have more to ask.
      const listRequest = requestFor(scope, query, request.params);
      const [found, page] = await Promise.all([
        isVisible(scope, request.params),
        readPage(scope, listRequest, (listed) => rows(scope, listed, query, request)),
      ]);
      return found ? { ...page, ...deepestOffset(listRequest, page) } : fail("not_found");
    },

    stream: async (scope, query, request) => {
      await mustBeVisible(scope, request.params);
      return streamRows(scope, requestFor(scope, query, request.params), (listed) =>
        rows(scope, listed, query, request),
      );
    },

    mustExist: mustBeVisible,

    suggest: (scope, query, { params }) =>
      suggest(scope, query, String((query as Filters)[query.field] ?? ""), params),
  };
};
