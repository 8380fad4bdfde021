import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { allConditions, type Condition, FEW_ROWS, FEW_SITES, SEARCH_CAP } from "../list.ts";
import { setListedIds } from "../listed-ids.ts";
import {
  checksOf,
  type FilterConditions,
  indexScan,
  matchingRows,
  newestFirst,
  ofCompany,
  type PageRequest,
  sortMatches,
} from "./strategies.ts";

/** How many of the newest rows are read to see whether a text is common; for few sites, in all of them together. */
const SAMPLE = SEARCH_CAP + 1;
/** If this many of them match, the text is common: a page is found within about a thousand rows. */
const COMMON = 20;

/** The filters of a search, and those of them that an index in date order can apply (`indexed`). */
export interface TypedFilters extends FilterConditions {
  readonly indexed: readonly Condition[];
}

/**
 * For a search, which can only be checked on the rows. The trigram index reads all rows that may have the text, so it
 * is used for rare texts. Common texts are found among the newest rows. A sample of these is read first and decides.
 *
 * The page of a common text is read along an index, with one more row that shows whether more follow. They are not
 * counted: `is_least` says that more rows than `count` may match.
 */
export const sampleThenFind = (
  scope: CompanyScope,
  filters: TypedFilters,
  target: PageRequest,
): Condition => {
  const rare = [sql`not (select is_common from known)`, ...filters.conditions];
  return sql`
  with known as materialized (
      select found, is_part, found >= ${sql.lit(COMMON)} as is_common from (${sample(scope, filters, target)}) as sampled),
    matched as materialized (${matchingRows(rare, target)} limit ${sql.lit(FEW_ROWS + 1)}),
    counted as materialized (
      select is_common, is_common and is_part as is_least,
        case when is_common then found else (select count(*) from matched) end as count from known)
  select count, is_least, ${setListedIds(sql`case when is_common or count > ${sql.lit(FEW_ROWS)}
    then array(${indexScan(scope, checksOf(filters), { ...target, limit: target.limit + 1 })}) else array(${sortMatches(target)}) end`)} from counted`;
};

/**
 * Counts the matches among the newest rows, and says whether there are older rows. For few sites the newest rows of
 * each are read.
 */
const sample = (
  { companyId, siteIds }: CompanyScope,
  { indexed, ...filters }: TypedFilters,
  { source }: PageRequest,
): Condition => {
  const table = sql.raw(source.table);
  const sites = siteIds !== "all" && siteIds.length <= FEW_SITES ? siteIds : undefined;
  const most = sql.lit(Math.ceil(SAMPLE / (sites?.length || 1)));
  const each = sites ? sql`unnest(${sites}::bigint[]) as seen (id)` : sql`(values (0)) as seen (id)`;
  const within = [
    ofCompany(source.table, companyId),
    ...(sites ? [sql`${table}.site_id = seen.id`] : []),
    ...indexed,
  ];
  return sql`
    select coalesce(sum(part.found), 0)::bigint as found, coalesce(bool_or(part.rows = ${most}), false) as is_part
    from ${each} cross join lateral (
      select count(*) as rows, count(*) filter (where ${allConditions(checksOf(filters))}) as found
      from (select ${table}.* from ${table} where ${allConditions(within)} ${newestFirst(source)} limit ${most}) as ${table}) as part`;
};
