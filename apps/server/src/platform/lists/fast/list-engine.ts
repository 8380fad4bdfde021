import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { grantExportBudget, prepared } from "../../db/connection.ts";
import { companyStatement } from "../company-statement.ts";
import { type Condition, DEEP_OFFSET, FEW_ROWS, type Page, rowBatches } from "../list.ts";
import { type ListedIds, type Listing, listIds, listingOf, setListedIds } from "../listed-ids.ts";
import type { NamesOnce } from "./columns.ts";
import { type CountRow, capOf, cappedPage, filteredPage } from "./counted-page.ts";
import { deepestOffset, refuseTooDeep } from "./deepest-page.ts";
import { canReadFromEnd, isNearEnd, listNearEnd } from "./near-end.ts";
import { isDeepSearch, sampleThenFind } from "./sample-then-find.ts";
import { skipToDay } from "./skip-to-day.ts";
import {
  allMatches,
  canMergeSites,
  checksOf,
  countMatching,
  countThen,
  type FastListSource,
  type FilterConditions,
  filterThenSort,
  findThenCount,
  type Ids,
  indexScan,
  ofCompany,
  type PageQuery,
  type PageRequest,
  pageFromEnd,
  pageRequest,
  sortOrScan,
} from "./strategies.ts";

/** The conditions of the scope and of the filters, and what is known about them before a query. */
export interface ListFilters {
  readonly conditions: readonly Condition[];
  /**
   * The same conditions for rows that are read one by one along another index. Left out if they are the same. An array
   * of thousands of ids is fast for finding rows by an index, but slow if every row is compared with it.
   */
  readonly checks?: readonly Condition[];
  readonly filtered: boolean;
  /** The rollups can count the matching rows. */
  readonly countable: boolean;
  /** Only for a search: those other filters that an index in date order can apply. */
  readonly searchedWithin?: readonly Condition[] | undefined;
  /** Only for a search that looks names up: all conditions for a statement that does it once. */
  readonly withNames?: (NamesOnce & FilterConditions) | undefined;
  /**
   * Names the form of the SQL, if there are only a few forms and one plan suits all values: the statement can be
   * prepared. Always set if `countable` is.
   */
  readonly shape?: string | undefined;
}

/** What is asked for: a page of a list, or all of it. A feature may add faster queries of its own. */
export interface FastListRequest extends CountRequest {
  readonly query: PageQuery;
  /** The statement that counts the rows that match the filters, and lists the ids of the page. */
  readonly countAndPage?: Condition | undefined;
  /** If the rows are sorted by date, and a rollup counts those that match of each day: `from` that rollup `where …`. */
  readonly days?: Condition | undefined;
}
export interface CountRequest {
  readonly source: FastListSource;
  readonly filters: ListFilters;
  /** The query that counts the matching rows with the rollups; only used if they are `countable`. */
  readonly rollupCount: Condition;
}

/** A page whose ids are being listed. Its rows are read with `listed`; `pageOf` waits for both. */
interface ListedPage {
  readonly listed: ListedIds;
  readonly pageOf: <Row>(rows: Promise<Row[]>) => Promise<Page<Row>>;
}
/**
 * Sends the statement that lists the ids of the page. Those that read its rows are sent next, without waiting: all of
 * them take one round trip, in this order.
 */
type ListPage = () => ListedPage;

const planOf =
  <T>(
    request: FastListRequest,
    list: () => Listing<T>,
    toPage: <Row>(answer: T, rows: Row[]) => Page<Row>,
  ): ListPage =>
  () => {
    const { listed, answer } = list();
    const pageOf: ListedPage["pageOf"] = async (rows) => {
      const page = toPage(...(await Promise.all([answer, rows])));
      return { ...page, ...deepestOffset(request, page) };
    };
    return { listed, pageOf };
  };

/** Far enough for a strategy for deep pages. */
const isDeep = async (scope: CompanyScope, { source, query, filters }: FastListRequest): Promise<boolean> =>
  filters.searchedWithin ? isDeepSearch(scope, source, query) : query.offset > DEEP_OFFSET;

/**
 * Chooses how a page is found. The strategy depends on how many rows match; most strategies count them in the same
 * statement.
 */
export const planPage = async (scope: CompanyScope, request: FastListRequest): Promise<ListPage> => {
  if (await isDeep(scope, request)) return planDeepPage(scope, request);
  if (isIndexed(scope, request)) {
    const list = () => listingOf(listAll(scope, request));
    return planOf(request, list, (count, rows) => cappedPage(request.filters, count, rows));
  }
  const list = () => listingOf(listFiltered(scope, request));
  return planOf(request, list, (answer, rows) => filteredPage(request, answer, rows));
};

/**
 * For a page far from the beginning. A page near the end is found in the same statement as the count; for all others
 * the rows are counted first.
 */
const planDeepPage = async (scope: CompanyScope, request: FastListRequest): Promise<ListPage> => {
  if (!canReadFromEnd(scope, request)) return planByCount(scope, request, await countRows(scope, request));
  const listing = listingOf(readCount(scope, listNearEnd(scope, request)));
  const count = await listing.answer;
  return isNearEnd(count, request.query)
    ? planOf(
        request,
        () => listing,
        (_, rows) => ({ count, results: rows.reverse() }),
      )
    : planByCount(scope, request, count);
};

const planByCount = async (
  scope: CompanyScope,
  request: FastListRequest,
  count: number,
): Promise<ListPage> => {
  const isExact = request.filters.countable || count <= capOf(request.filters);
  const { limit, offset } = request.query;
  if (!isExact && offset + limit > capOf(request.filters)) return planBeyondCount(scope, request);
  const { ids, reversed } = await choosePageScan(scope, request, isExact ? count : undefined);
  const list = () => listIds(scope.db, ids);
  return planOf(request, list, (_, rows) =>
    cappedPage(request.filters, count, reversed ? rows.reverse() : rows),
  );
};

/**
 * For a page beyond the rows that are counted: finds one more row. If that is missing, the list ends here and the count
 * is exact.
 */
const planBeyondCount = async (scope: CompanyScope, request: FastListRequest): Promise<ListPage> => {
  const { limit, offset } = request.query;
  const skipped = { ...request, query: { ...request.query, limit: limit + 1 } };
  const { ids } = await choosePageScan(scope, skipped, undefined);
  const list = () => listIds(scope.db, ids);
  return planOf(request, list, (_, rows) =>
    rows.length > 0 && rows.length <= limit
      ? { count: offset + rows.length, results: rows }
      : { count: capOf(request.filters), count_is_capped: true, results: rows.slice(0, limit) },
  );
};

/** Counts all matching rows and finds their ids in batches, so that an export is never in memory as a whole. */
export const findAll = async (scope: CompanyScope, request: FastListRequest) => {
  const [, count] = await Promise.all([grantExportBudget(scope.db), countRows(scope, request, null)]);
  return { count, idBatches: idBatches(scope, request) };
};

async function* idBatches(scope: CompanyScope, { source, query, filters }: FastListRequest) {
  const matches = allMatches(filters.conditions, pageRequest(source, query));
  for await (const found of rowBatches(scope.db, matches)) yield found.map(({ id }) => id);
}

/** Counts the matching rows: by the rollups if they can, otherwise row by row up to one more than the cap. */
export const countRows = (
  scope: CompanyScope,
  { source, filters, rollupCount }: CountRequest,
  cap: number | null = capOf(filters) + 1,
): Promise<number> => {
  const { countable, conditions, shape } = filters;
  const rolledUp = sql`${prepared(`${source.table}-count:${shape}`)} ${rollupCount}`;
  return readCount(scope, countable ? rolledUp : countMatching(source.table, conditions, cap));
};

/** The statement must not be part of another one: its name as a prepared statement would be ignored. */
const readCount = async (scope: CompanyScope, statement: Condition): Promise<number> =>
  Number((await readCountRow(scope, statement))?.count);

const readCountRow = async ({ db }: CompanyScope, statement: Condition): Promise<CountRow | undefined> =>
  (await statement.$castTo<CountRow>().execute(db)).rows[0];

const isFirst = ({ limit, offset }: PageQuery): boolean => limit === PAGE_SIZE && offset === 0;

/** Only first pages in the default order are prepared: a plan takes up to a megabyte on every connection. */
const preparedName = (what: string, { source, query, filters: { shape } }: FastListRequest): Condition =>
  shape && isFirst(query) && query.ordering === source.defaultOrdering
    ? prepared(`${source.table}-${what}:${shape}:${query.ordering}`)
    : sql``;

/** Whether the page can be read along an index: no filters, and all sites or few of them. */
const isIndexed = (scope: CompanyScope, { source, query, filters }: FastListRequest): boolean =>
  !filters.filtered && (scope.siteIds === "all" || canMergeSites(scope, pageRequest(source, query)));

/** Lists a page of the unfiltered list, and returns the number of its rows. */
export const listAll = async (scope: CompanyScope, request: FastListRequest): Promise<number> => {
  if (scope.siteIds !== "all" || !isFirst(request.query)) {
    return readCount(
      scope,
      sql`${preparedName("all", request)} ${allInScope(scope, request, request.filters.conditions)}`,
    );
  }
  const [row] = await firstPageOf(scope, request)(scope);
  return Number(row?.count);
};

const allInScope = (
  scope: CompanyScope,
  { source, query, rollupCount }: FastListRequest,
  conditions: readonly Condition[],
) => {
  const ids = indexScan(scope, conditions, pageRequest(source, query));
  return sql<CountRow>`
  select (${rollupCount}) as count, ${setListedIds(sql`array(${ids})`)}`;
};

/** The prepared statement for the first page of a whole company, one for each ordering. */
const firstPageOf = (scope: CompanyScope, request: FastListRequest) => {
  const { source, query } = request;
  const name = `${source.table}-by:${query.ordering}`;
  const known = firstPages.get(name);
  if (known) return known;
  const first = companyStatement(name, (companyId) =>
    allInScope({ ...scope, companyId }, request, [ofCompany(source.table, companyId)]),
  );
  firstPages.set(name, first);
  return first;
};
const firstPages = new Map<string, ReturnType<typeof companyStatement<CountRow>>>();

/**
 * Lists a page of the rows that match the filters, and returns their number: up to one more than the cap if the rollups
 * cannot count them. The number decides how the page is found.
 */
const listFiltered = (scope: CompanyScope, request: FastListRequest): Promise<CountRow | undefined> => {
  const target = pageRequest(request.source, request.query);
  const { searchedWithin: indexed } = request.filters;
  const statement = indexed
    ? sampleThenFind(scope, { ...request.filters, ...request.filters.withNames, indexed }, target)
    : (request.countAndPage ?? countThenFind(scope, request, target));
  return readCountRow(scope, sql`${preparedName("of", request)} ${statement}`);
};

const countThenFind = (
  scope: CompanyScope,
  { filters, rollupCount }: FastListRequest,
  target: PageRequest,
): Condition => {
  const { conditions, countable } = filters;
  if (!countable) return findThenCount(scope, filters, target);
  const page = sortOrScan(filterThenSort(conditions, target), indexScan(scope, checksOf(filters), target));
  return countThen(rollupCount, page);
};

/** Chooses how one page of many matches is found. `matching` is their number, if it is known exactly. */
const choosePageScan = async (
  scope: CompanyScope,
  { source, query, filters, days }: FastListRequest,
  matching: number | undefined,
): Promise<{ ids: Ids; reversed: boolean }> => {
  const forward = pageRequest(source, query);
  if (matching !== undefined && matching <= FEW_ROWS) {
    return { ids: filterThenSort(filters.conditions, forward), reversed: false };
  }
  const reversed = matching !== undefined && forward.offset > DEEP_OFFSET && forward.offset > matching / 2;
  const target = reversed ? pageFromEnd(forward, matching) : forward;
  const skipped = days && target.offset > DEEP_OFFSET ? await skipToDay(scope, days, target) : undefined;
  const last = skipped?.target ?? target;
  refuseTooDeep(last);
  const conditions = [...checksOf(filters), ...(skipped ? [skipped.reached] : [])];
  return { ids: indexScan(scope, conditions, last), reversed };
};
