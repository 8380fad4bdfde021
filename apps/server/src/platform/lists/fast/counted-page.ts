import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { COUNT_CAP, type Condition, type Page, SEARCH_CAP } from "../list.ts";
import type { FastListSource, PageQuery } from "./strategies.ts";

/** The query that counts all rows of a scope, without filters, with the rollups. */
export const countAll = (
  { table, rollups }: FastListSource,
  { companyId, siteIds }: Pick<CompanyScope, "companyId" | "siteIds">,
): Condition => {
  const [from, inSites] =
    siteIds === "all" ? [rollups.company, sql``] : [rollups.sites, sql` and site_id = any(${siteIds})`];
  return sql`select coalesce(sum(${sql.raw(table)}), 0)::bigint as count from ${sql.raw(from)} where company_id = ${companyId}${inSites}`;
};

/** What the count of a page depends on. */
interface CountedFilters {
  readonly countable: boolean;
  readonly searchedWithin?: unknown;
}

/** Rows are counted up to this number. */
export const capOf = ({ searchedWithin }: Pick<CountedFilters, "searchedWithin">): number =>
  searchedWithin ? SEARCH_CAP : COUNT_CAP;

export const cappedPage = <Row>(filters: CountedFilters, count: number, results: Row[]): Page<Row> =>
  filters.countable || count <= capOf(filters)
    ? { count, results }
    : { count: capOf(filters), count_is_capped: true, results };

/**
 * A page of a search for a common text, with one more row than the page has. At least `found` rows match. If the
 * additional row is missing, the list ends here and the count is exact.
 */
const pageOfMany = <Row>({ offset, limit }: PageQuery, found: number, rows: Row[]): Page<Row> => {
  const isEnd = rows.length > 0 && rows.length <= limit;
  if (isEnd) return { count: offset + rows.length, results: rows };
  const results = rows.slice(0, limit);
  const least = 10 * Math.floor((found - 1) / 10);
  const seen = rows.length > 0 ? offset + limit : 0;
  return { count: Math.max(seen, least), count_is_capped: true, results };
};

/** The number of rows that match the filters. */
export interface CountRow {
  count: number;
  /** The count is a minimum: more rows may match. */
  is_least?: boolean;
  /** All matching rows of a search were counted. */
  is_exact?: boolean;
}

/** A page of the filtered list; that of a search may have one more row. */
export const filteredPage = <Row>(
  { query, filters }: { readonly query: PageQuery; readonly filters: CountedFilters },
  answer: CountRow | undefined,
  rows: Row[],
): Page<Row> => {
  const count = Number(answer?.count);
  if (answer?.is_least && count <= SEARCH_CAP) return pageOfMany(query, count, rows);
  const results = rows.slice(0, query.limit);
  return answer?.is_exact ? { count, results } : cappedPage(filters, count, results);
};
