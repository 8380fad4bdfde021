import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { companyStatement, prepared } from "../../db/connection.ts";
import { EXPORT_STATEMENT_WITHIN } from "../../db/database.ts";
import { type Condition, DEEP_OFFSET, FEW_ROWS, type Page, rowBatches, SEARCH_CAP } from "../list.ts";
import {
  type ListedIds,
  type Listing,
  listIds,
  listingOf,
  listKnownIds,
  setListedIds,
} from "../listed-ids.ts";
import { capOf, cappedPage, pageOfMany } from "./counted-page.ts";
import { canReadFromEnd, isNearEnd, listNearEnd } from "./near-end.ts";
import { sampleThenFind } from "./sample-then-find.ts";
import {
  allMatches,
  canMergeSites,
  checksOf,
  countMatching,
  countThen,
  type FastListSource,
  filterThenSort,
  findThenCount,
  type Ids,
  indexScan,
  ofCompany,
  type PageQuery,
  type PageRequest,
  pageFromEnd,
  pageRequest,
  refuseTooDeep,
  sortOrScan,
} from "./strategies.ts";

/** What is left of the rows after the scope and the filters, and what is known about it beforehand. */
export interface ListFilters {
  readonly conditions: readonly Condition[];
  /**
   * The same conditions for rows that are read one by one along another index. Left out where they are written alike.
   * An array of thousands of ids finds rows by an index, but compared with every row it takes thousands of steps each.
   */
  readonly checks?: readonly Condition[];
  readonly filtered: boolean;
  /** The rollups can count it. */
  readonly countable: boolean;
  /** Of a search: the other filters, as far as an index in the order of dates follows them. */
  readonly searchedWithin?: readonly Condition[] | undefined;
  /**
   * Names the text of the conditions where that is one of few and a plan for any values is as good as one for these.
   * Whatever is countable has one.
   */
  readonly shape?: string | undefined;
}

/** A list as somebody asked for it. A feature may know shorter ways than the usual ones. */
export interface FastListRequest {
  readonly source: FastListSource;
  readonly query: PageQuery;
  readonly filters: ListFilters;
  /** How many there are of what the rollups can count, read off them. */
  readonly rollupCount: () => Condition;
  /** Counts what the filters leave, and lists a page of it. */
  readonly countAndPage?: (target: PageRequest) => Condition;
  /** Begins a deep page farther on: what is left of the rows, and of the way. */
  readonly skipToDay?: (target: PageRequest) => Promise<DaySkip | undefined>;
}
export interface DaySkip {
  /** In the form of `checks`. */
  readonly conditions: readonly Condition[];
  readonly target: PageRequest;
}
/** Reads the rows of what is listed. */
type ReadRows<Row> = (listed: ListedIds) => Promise<Row[]>;

interface CountRow {
  count: number;
  /** There may be more than the count. */
  is_least?: boolean;
}

/** Behind all that a search counts, or so far that there is a shorter way. */
const isDeep = ({ query: { offset, limit }, filters }: FastListRequest): boolean =>
  offset > DEEP_OFFSET || (filters.searchedWithin !== undefined && offset + limit > SEARCH_CAP);

/** The statement that lists the page and those that read its rows are sent together, in this order. */
const listAndRead = async <T, Row>(listing: Listing<T>, readRows: ReadRows<Row>) => {
  const [answer, rows] = await Promise.all([listing.answer, readRows(listing.listed)]);
  return { answer, rows };
};

/** A page of a list. How many match decides the way to it; most ways tell so themselves. */
export const readPage = async <Row>(
  scope: CompanyScope,
  request: FastListRequest,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  if (isDeep(request)) return deepPage(scope, request, readRows);
  if (isIndexed(scope, request)) {
    const { answer: count, rows } = await listAndRead(listingOf(listAll(scope, request)), readRows);
    return cappedPage(request.filters, count, rows);
  }
  const { answer, rows } = await listAndRead(listingOf(listFiltered(scope, request)), readRows);
  const count = Number(answer?.count);
  return answer?.is_least && count <= SEARCH_CAP
    ? pageOfMany(request.query, count, rows)
    : cappedPage(request.filters, count, rows.slice(0, request.query.limit));
};

/** A page far from the beginning: near the end it is found together with the count, else the count decides the way. */
const deepPage = async <Row>(
  scope: CompanyScope,
  request: FastListRequest,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  if (!canReadFromEnd(scope, request))
    return pageByCount(scope, request, readRows, await countRows(scope, request));
  const { answer: count, rows } = await listAndRead(
    listingOf(readCount(scope, listNearEnd(scope, request))),
    readRows,
  );
  return isNearEnd(count, request.query)
    ? { count, results: rows.reverse() }
    : pageByCount(scope, request, readRows, count);
};

const pageByCount = async <Row>(
  scope: CompanyScope,
  request: FastListRequest,
  readRows: ReadRows<Row>,
  count: number,
): Promise<Page<Row>> => {
  const isExact = request.filters.countable || count <= capOf(request.filters);
  const { limit, offset } = request.query;
  if (!isExact && offset + limit > capOf(request.filters)) return pageBeyondCount(scope, request, readRows);
  const { ids, reversed } = await chooseStrategy(scope, request, isExact ? count : undefined);
  const { rows } = await listAndRead(listIds(scope.db, ids), readRows);
  return cappedPage(request.filters, count, reversed ? rows.reverse() : rows);
};

/** A page behind all that is counted. It looks one row farther than it shows: where none follows, all are counted. */
const pageBeyondCount = async <Row>(
  scope: CompanyScope,
  request: FastListRequest,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  const { limit, offset } = request.query;
  const skipped = { ...request, query: { ...request.query, limit: limit + 1 } };
  const { ids } = await chooseStrategy(scope, skipped, undefined);
  const { rows } = await listAndRead(listIds(scope.db, ids), readRows);
  const isEnd = rows.length > 0 && rows.length <= limit;
  return isEnd
    ? { count: offset + rows.length, results: rows }
    : { count: capOf(request.filters), count_is_capped: true, results: rows.slice(0, limit) };
};

/** Everything that matches, batch by batch: a list without a limit is never whole in memory. */
export const streamRows = async <Row>(
  scope: CompanyScope,
  request: FastListRequest,
  readRows: ReadRows<Row>,
) => {
  const [, count] = await Promise.all([grantExportBudget(scope), countRows(scope, request, null)]);
  return { count, batches: batchesOf(scope, request, readRows) };
};

/** Sorting everything takes longer than a page may; the number of exports is bounded instead. */
const grantExportBudget = ({ db }: CompanyScope) =>
  sql`set local statement_timeout = ${sql.lit(EXPORT_STATEMENT_WITHIN)}`.execute(db);

async function* batchesOf<Row>(
  scope: CompanyScope,
  { source, query, filters }: FastListRequest,
  readRows: ReadRows<Row>,
) {
  const matches = allMatches(filters.conditions, pageRequest(source, query));
  for await (const found of rowBatches(scope.db, matches)) {
    const ids = found.map(({ id }) => id);
    yield (await listAndRead(listKnownIds(scope.db, ids), readRows)).rows;
  }
}

/** How many match: by the rollups where they can tell, else counted, up to one more than the cap. */
export const countRows = (
  scope: CompanyScope,
  { source, filters, rollupCount }: Pick<FastListRequest, "source" | "filters" | "rollupCount">,
  cap: number | null = capOf(filters) + 1,
): Promise<number> => {
  const { countable, conditions, shape } = filters;
  const rolledUp = sql`${prepared(`${source.table}-count:${shape}`)} ${rollupCount()}`;
  return readCount(scope, countable ? rolledUp : countMatching(source.table, conditions, cap));
};

/** The statement itself: inside of another its name would not be seen. */
const readCount = async (scope: CompanyScope, statement: Condition): Promise<number> =>
  Number((await readCountRow(scope, statement))?.count);

const readCountRow = async ({ db }: CompanyScope, statement: Condition): Promise<CountRow | undefined> =>
  (await statement.$castTo<CountRow>().execute(db)).rows[0];

const isFirst = ({ limit, offset }: PageQuery): boolean => limit === PAGE_SIZE && offset === 0;

/**
 * A first page under a usual filter in the usual order is planned once, any other for its values: a plan holds up to a
 * megabyte on every connection.
 */
const preparedName = (what: string, { source, query, filters: { shape } }: FastListRequest): Condition =>
  shape && isFirst(query) && query.ordering === source.defaultOrdering
    ? prepared(`${source.table}-${what}:${shape}:${query.ordering}`)
    : sql``;

/** Whether a page of everything in scope lies along an index. */
const isIndexed = (scope: CompanyScope, { source, query, filters }: FastListRequest): boolean =>
  !filters.filtered && (scope.siteIds === "all" || canMergeSites(scope, pageRequest(source, query)));

/** Lists a page of everything in scope, and answers how much that is. */
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
  select (${rollupCount()}) as count, ${setListedIds(sql`array(${ids})`)}`;
};

/** The first page of a whole company, in each order. */
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
 * Lists a page of what the filters leave, and answers how many that are, up to one more than the cap where only the
 * rows can tell. The count decides which way to the page is the shortest.
 */
const listFiltered = (scope: CompanyScope, request: FastListRequest): Promise<CountRow | undefined> => {
  const target = pageRequest(request.source, request.query);
  const { searchedWithin: indexed } = request.filters;
  const statement = indexed
    ? sampleThenFind(scope, { ...request.filters, indexed }, target)
    : (request.countAndPage?.(target) ?? countThenFind(scope, request, target));
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
  return countThen(rollupCount(), page);
};

/** The way to one page of many matches. `matching` is how many there are, where that is known exactly. */
const chooseStrategy = async (
  scope: CompanyScope,
  { source, query, filters, skipToDay }: FastListRequest,
  matching: number | undefined,
): Promise<{ ids: Ids; reversed: boolean }> => {
  const forward = pageRequest(source, query);
  if (matching !== undefined && matching <= FEW_ROWS) {
    return { ids: filterThenSort(filters.conditions, forward), reversed: false };
  }
  const reversed = matching !== undefined && forward.offset > DEEP_OFFSET && forward.offset > matching / 2;
  const target = reversed ? pageFromEnd(forward, matching) : forward;
  const skipped = target.offset > DEEP_OFFSET ? await skipToDay?.(target) : undefined;
  const last = skipped?.target ?? target;
  refuseTooDeep(last);
  return { ids: indexScan(scope, skipped?.conditions ?? checksOf(filters), last), reversed };
};
