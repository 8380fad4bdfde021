import { fail } from "@mcc/contract/kit/errors.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { CompanyScope } from "../../access/scope.ts";
import type { ListRequest, ListSource } from "../list-source.ts";
import type { ListedIds } from "../listed-ids.ts";
import type { Filters } from "../plain-columns.ts";
import { type FastListRequest, readPage, streamRows } from "./list-engine.ts";
import { deepestOffset } from "./strategies.ts";

interface FastListSpec<Row, Query, Suggest, Params> {
  /** Whether the user may see what the path names, such as an order; if not, the list responds with 404. */
  readonly isVisible?: (scope: CompanyScope, params: Params) => Promise<boolean>;
  readonly request: (scope: CompanyScope, query: Query, params: Params) => FastListRequest;
  readonly rows: (
    scope: CompanyScope,
    listed: ListedIds,
    query: Query,
    request: ListRequest<Params>,
  ) => Promise<Row[]>;
  /** Suggested values of one column; `typed` is the text in its own filter. */
  readonly suggest: (scope: CompanyScope, query: Suggest, typed: string, params: Params) => Promise<string[]>;
}

/** The list source of a table with millions of rows. It uses the strategies of this folder. */
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
      // Both are sent together. The page is awaited even if the result is 404: its statements must not outlive the
      // request.
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
