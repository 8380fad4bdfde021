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

/** The part of a list request that pages near the end need. */
interface EndRequest {
  readonly source: FastListSource;
  readonly query: PageQuery;
  readonly rollupCount: Condition;
  readonly filters: { readonly filtered: boolean };
}

/**
 * Only for the unfiltered list in the order of an index, which can be read backwards. With a lookup sort, the last rows
 * of every name would have to be read.
 */
export const canReadFromEnd = ({ siteIds }: CompanyScope, { source, query, filters }: EndRequest): boolean =>
  siteIds === "all" && !filters.filtered && pageRequest(source, query).by.kind === "index";

/** Lists a page near the end of the unfiltered list, in reverse order, and returns the number of all rows. */
export const listNearEnd = (scope: CompanyScope, { source, query, rollupCount }: EndRequest): Condition => {
  const last = indexScan(
    scope,
    [ofCompany(source.table, scope.companyId)],
    lastRows(pageRequest(source, query)),
  );
  return sql`${prepared(`${source.table}-near-end:${query.ordering}`)}
    select count, ${setListedIds(nearEnd(last, query))} from (${rollupCount}) as counted`;
};

/**
 * The ids of a page near the end. `last` gives the last ids of the list in reverse order, and so does this. Uses the
 * column `count`, the number of all rows: one statement counts and finds the page. For a page farther from the end the
 * result is empty.
 */
const nearEnd = (last: Condition, { limit, offset }: Pick<PageQuery, "limit" | "offset">): Condition => sql`
  case when count - ${offset} <= ${sql.lit(DEEP_OFFSET)} then array(
    select id from (${last}) as last
    limit greatest(0, least(${limit}, count - ${offset})) offset greatest(0, count - ${offset} - ${limit}))
  else '{}' end`;
export const isNearEnd = (count: number, { offset }: Pick<PageQuery, "offset">): boolean =>
  count - offset <= DEEP_OFFSET;
