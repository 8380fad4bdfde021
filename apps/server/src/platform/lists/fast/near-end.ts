import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { prepared } from "../../db/connection.ts";
import { type Condition, DEEP_OFFSET } from "../list.ts";
import { setListedIds } from "../listed-ids.ts";
import {
  type FastListSource,
  indexScan,
  lastRows,
  ofCompany,
  type PageQuery,
  pageRequest,
} from "./strategies.ts";

/** What pages near the end of a list are found by. */
interface EndRequest {
  readonly source: FastListSource;
  readonly query: PageQuery;
  readonly rollupCount: () => Condition;
  readonly filters: { readonly filtered: boolean };
}

/** Everything in scope, along an index: its last rows are at hand. Of names, those of each would have to be read. */
export const canReadFromEnd = ({ siteIds }: CompanyScope, { source, query, filters }: EndRequest): boolean =>
  siteIds === "all" && !filters.filtered && pageRequest(source, query).by.kind === "index";

/** Lists a page near the end of everything, from its last row to its first, and answers how much there is. */
export const listNearEnd = (scope: CompanyScope, { source, query, rollupCount }: EndRequest): Condition => {
  const last = indexScan(
    scope,
    [ofCompany(source.table, scope.companyId)],
    lastRows(pageRequest(source, query)),
  );
  return sql`${prepared(`${source.table}-near-end:${query.ordering}`)}
    select count, ${setListedIds(nearEnd(last, query))} from (${rollupCount()}) as counted`;
};

/**
 * The ids of a page near the end, picked from the last ids of all; `last` answers them from the end, and so does this.
 * How many there are in all stands beside it as `count`: one statement tells it and finds the page. A page farther from
 * the end stays empty.
 */
const nearEnd = (last: Condition, { limit, offset }: Pick<PageQuery, "limit" | "offset">): Condition => sql`
  case when count - ${offset} <= ${sql.lit(DEEP_OFFSET)} then array(
    select id from (${last}) as last
    limit greatest(0, least(${limit}, count - ${offset})) offset greatest(0, count - ${offset} - ${limit}))
  else '{}' end`;
export const isNearEnd = (count: number, { offset }: Pick<PageQuery, "offset">): boolean =>
  count - offset <= DEEP_OFFSET;
