import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import {
  allConditions,
  type Condition,
  FEW_ROWS,
  FEW_SITES,
  SEARCH_CAP,
  SMALL_LIST,
  type Window,
} from "../list.ts";
import { setListedIds } from "../listed-ids.ts";
import type { NamesOnce } from "./columns.ts";
import { countAll } from "./counted-page.ts";
import {
  checksOf,
  type FastListSource,
  type FilterConditions,
  indexScan,
  matchingRows,
  newestFirst,
  ofCompany,
  type PageRequest,
  sortMatches,
} from "./strategies.ts";

/** How many of the newest rows are read to see whether a text is common; for few sites, in all of them together. */
const SAMPLE = 250;
/** If this many of them match, the text is common: a page is found within about a thousand rows. */
const COMMON = 5;

/** The filters of a search, and those of them that an index in date order can apply (`indexed`). */
export interface TypedFilters extends FilterConditions, Partial<NamesOnce> {
  readonly indexed: readonly Condition[];
}

const hasFewSites = ({ siteIds }: CompanyScope): boolean => siteIds !== "all" && siteIds.length <= FEW_SITES;

/**
 * Whether all rows can be read for a search. For a user with many sites the rows of the company are counted: reading the
 * rollups of many sites takes too long.
 */
const isSmall = (scope: CompanyScope, source: FastListSource): Condition =>
  sql`(${countAll(source, hasFewSites(scope) ? scope : { ...scope, siteIds: "all" })}) <= ${sql.lit(SMALL_LIST)}`;

/** Whether a page of a search is beyond the rows that are counted. */
export const isDeepSearch = async (
  scope: CompanyScope,
  source: FastListSource,
  { offset, limit }: Window,
): Promise<boolean> => {
  if (offset + limit <= SEARCH_CAP) return false;
  const sized = sql<{ is_small: boolean }>`select ${isSmall(scope, source)} as is_small`;
  const { rows } = await sized.execute(scope.db);
  return rows[0]?.is_small !== true;
};

/**
 * For a search, which can only be checked on the rows. In a small list all rows are read, and the matches are counted
 * exactly. In a large list the trigram index reads all rows that may have the text, so it is used for rare texts. Common
 * texts are found among the newest rows. A sample of these is read first and decides.
 *
 * The page of a common text is read along an index, with one more row that shows whether more follow. They are not
 * counted: `is_least` says that more rows than `count` may match.
 */
export const sampleThenFind = (
  scope: CompanyScope,
  filters: TypedFilters,
  target: PageRequest,
): Condition => {
  const small = sql`(select is_small from sized)`;
  const all = newestRows(scope, filters, target, { when: small, most: SMALL_LIST + 1 });
  const rare = [sql`not ${small}`, sql`not (select is_common from known)`, ...filters.conditions];
  return sql`
  with ${filters.names ? sql`${filters.names}, ` : sql``}sized as materialized (select ${isSmall(scope, target.source)} as is_small),
    known as materialized (
      select found, is_part, found >= ${sql.lit(COMMON)} as is_common
      from (${sample(scope, filters, target, sql`not ${small}`)}) as sampled),
    matched as materialized (
      (${matchingRows(checksOf(filters), target, all)}) union all
      (${matchingRows(rare, target)} limit ${sql.lit(FEW_ROWS + 1)})),
    counted as materialized (
      select is_common, is_common and is_part as is_least, is_small as is_exact,
        case when is_common then found else (select count(*) from matched) end as count from known, sized)
  select count, is_least, is_exact, ${setListedIds(sql`case when is_common or count > ${sql.lit(FEW_ROWS)}
    then array(${indexScan(scope, checksOf(filters), { ...target, limit: target.limit + 1 })}) else array(${sortMatches(target)}) end`)} from counted`;
};

interface Newest {
  /** A condition that does not depend on the rows. */
  readonly when: Condition;
  /** How many rows are read; for few sites, how many of each. */
  readonly most: number;
}

/** The newest rows, under the name of their table. They are read along an index, before anything else is checked. */
const newestRows = (
  scope: CompanyScope,
  { indexed }: TypedFilters,
  { source }: PageRequest,
  { when, most }: Newest,
): Condition => {
  const table = sql.raw(source.table);
  const isFew = hasFewSites(scope);
  const each = isFew ? sql`unnest(${scope.siteIds}::bigint[]) as seen (id)` : sql`(values (0)) as seen (id)`;
  const within = [
    when,
    ofCompany(source.table, scope.companyId),
    ...(isFew ? [sql`${table}.site_id = seen.id`] : []),
    ...indexed,
  ];
  return sql`${each} cross join lateral (
      select ${table}.* from ${table} where ${allConditions(within)}
      ${newestFirst(source)} limit ${sql.lit(most)}) as ${table}`;
};

/**
 * Counts the matches among the newest rows, and says whether there are older rows. For few sites the newest rows of
 * each are read.
 */
const sample = (
  scope: CompanyScope,
  filters: TypedFilters,
  target: PageRequest,
  when: Condition,
): Condition => {
  const each = hasFewSites(scope) ? scope.siteIds.length || 1 : 1;
  const most = Math.ceil(SAMPLE / each);
  return sql`
    select coalesce(sum(part.found), 0)::bigint as found, coalesce(bool_or(part.rows = ${sql.lit(most)}), false) as is_part
    from (select count(*) as rows, count(*) filter (where ${allConditions(checksOf(filters))}) as found
      from ${newestRows(scope, filters, target, { when, most })} group by seen.id) as part`;
};
