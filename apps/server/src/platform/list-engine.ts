import { type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { fixed, prepared } from "./connection.ts";
import { EXPORT_STATEMENT_WITHIN } from "./database.ts";
import {
  COUNT_CAP,
  type Condition,
  DEEP,
  FEW,
  inBatches,
  list,
  listing,
  listKnown,
  type Page,
} from "./list.ts";
import {
  along,
  checksOf,
  countedThen,
  everyMatch,
  fewOrMany,
  fromTheEnd,
  type Ids,
  lastOf,
  liveCount,
  merges,
  ofCompany,
  probed,
  refuseTooDeep,
  type Source,
  sorted,
  type Way,
  wayOf,
} from "./list-ways.ts";
import type { CompanyScope } from "./scope.ts";

/** What is left of the rows after the scope and the filters, and what is known about it beforehand. */
export interface Narrowing {
  readonly conditions: readonly Condition[];
  /**
   * The same conditions for rows that are read one by one along another index. Left out where they are written alike.
   * An array of thousands of ids finds rows by an index, but compared with every row it takes thousands of steps each.
   */
  readonly checks?: readonly Condition[];
  readonly filtered: boolean;
  /** The rollups can count it. */
  readonly countable: boolean;
  /**
   * Names the text of the conditions where that is one of few and a plan for any values is as good as one for these.
   * Whatever is countable has one.
   */
  readonly shape?: string | undefined;
}

/** A list as somebody asked for it. A room may know shorter ways than the usual ones. */
export interface Asked {
  readonly source: Source;
  readonly query: ListQuery;
  readonly narrowing: Narrowing;
  /** Counts what the filters leave, and lists a page of it. */
  readonly narrowed?: (way: Way) => Condition;
  /** Begins a deep page farther on: what is left of the rows, and of the way. */
  readonly leap?: (way: Way) => Promise<Leap | undefined>;
}
export interface Leap {
  /** In the form of `checks`. */
  readonly conditions: readonly Condition[];
  readonly way: Way;
}
/** Reads the rows of what is listed. */
type ReadRows<Row> = () => Promise<Row[]>;

interface Counted {
  count: number;
}

/** The statement that lists the page and those that read its rows travel together, in this order. */
const withRows = async <T, Row>(listed: Promise<T>, readRows: ReadRows<Row>) => {
  const [answer, rows] = await Promise.all([listed, readRows()]);
  return { answer, rows };
};

/** A page of a list. How many match decides the way to it; most ways tell so themselves. */
export const pageOf = async <Row>(
  scope: CompanyScope,
  asked: Asked,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  if (asked.query.offset > DEEP) return deepPage(scope, asked, readRows);
  const listed = isAlong(scope, asked) ? listAll(scope, asked) : listNarrowed(scope, asked);
  const { answer: count, rows } = await withRows(listed, readRows);
  return capped(asked, count, rows);
};

const capped = <Row>({ narrowing }: Pick<Asked, "narrowing">, count: number, results: Row[]): Page<Row> =>
  narrowing.countable || count <= COUNT_CAP
    ? { count, results }
    : { count: COUNT_CAP, count_is_capped: true, results };

/** A page far from the beginning: near the end it is found together with the count, else the count decides the way. */
const deepPage = async <Row>(
  scope: CompanyScope,
  asked: Asked,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  if (!hasEndAtHand(scope, asked)) return pageByCount(scope, asked, readRows, await countOf(scope, asked));
  const { answer: count, rows } = await withRows(listNearEnd(scope, asked), readRows);
  return isNearEnd(count, asked.query)
    ? { count, results: rows.reverse() }
    : pageByCount(scope, asked, readRows, count);
};

const pageByCount = async <Row>(
  scope: CompanyScope,
  asked: Asked,
  readRows: ReadRows<Row>,
  count: number,
): Promise<Page<Row>> => {
  const isExact = asked.narrowing.countable || count <= COUNT_CAP;
  const { limit, offset } = asked.query;
  if (!isExact && offset + limit > COUNT_CAP) return pageBeyondCount(scope, asked, readRows);
  const { ids, reversed } = await wayToPage(scope, asked, isExact ? count : undefined);
  const { rows } = await withRows(list(scope.db, ids), readRows);
  return capped(asked, count, reversed ? rows.reverse() : rows);
};

/** A page behind all that is counted. It looks one row farther than it shows: where none follows, all are counted. */
const pageBeyondCount = async <Row>(
  scope: CompanyScope,
  asked: Asked,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  const { limit, offset } = asked.query;
  const farther = { ...asked, query: { ...asked.query, limit: limit + 1 } };
  const { ids } = await wayToPage(scope, farther, undefined);
  const { rows } = await withRows(list(scope.db, ids), readRows);
  const isEnd = rows.length > 0 && rows.length <= limit;
  return isEnd
    ? { count: offset + rows.length, results: rows }
    : { count: COUNT_CAP, count_is_capped: true, results: rows.slice(0, limit) };
};

/** Everything that matches, batch by batch: a list without a limit is never whole in memory. */
export const streamOf = async <Row>(scope: CompanyScope, asked: Asked, readRows: ReadRows<Row>) => {
  const [, count] = await Promise.all([grantExportBudget(scope), countOf(scope, asked, null)]);
  return { count, batches: batchesOf(scope, asked, readRows) };
};

/** Sorting everything takes longer than a page may; the number of exports is bounded instead. */
const grantExportBudget = ({ db }: CompanyScope) =>
  sql`set local statement_timeout = ${sql.lit(EXPORT_STATEMENT_WITHIN)}`.execute(db);

async function* batchesOf<Row>(
  scope: CompanyScope,
  { source, query, narrowing }: Asked,
  readRows: ReadRows<Row>,
) {
  for await (const ids of inBatches(scope.db, everyMatch(narrowing.conditions, wayOf(source, query)))) {
    yield (await withRows(listKnown(scope.db, ids), readRows)).rows;
  }
}

/** How many match: by the rollups where they can tell, else counted, up to one more than the cap. */
export const countOf = (
  scope: CompanyScope,
  { source, query, narrowing }: Omit<Asked, "query"> & { readonly query: Partial<ListQuery> },
  cap?: null,
): Promise<number> => {
  const { countable, conditions, shape } = narrowing;
  const rolledUp = sql`${prepared(`${source.table}-count:${shape}`)} ${source.rolledUp(scope, query)}`;
  return countedBy(scope, countable ? rolledUp : liveCount(source.table, conditions, cap));
};

/** The statement itself: inside of another its name would not be seen. */
const countedBy = async ({ db }: CompanyScope, statement: Condition): Promise<number> => {
  const { rows } = await statement.$castTo<Counted>().execute(db);
  return Number(rows[0]?.count);
};

const isFirst = ({ limit, offset }: ListQuery): boolean => limit === PAGE_SIZE && offset === 0;

/** A first page under a usual filter is planned once, any other for its values. */
const named = (what: string, { source, query, narrowing: { shape } }: Asked): Condition => {
  if (!shape || !isFirst(query)) return sql``;
  const name = `${source.table}-${what}:${shape}:${query.ordering}`;
  return query.ordering === source.usual || keeps(name) ? prepared(name) : sql``;
};

/** A plan holds up to a megabyte on every connection: of the many ways to sort what is filtered, the first are kept. */
const keeps = (name: string): boolean => {
  if (keptSorts.size < MOST_SORTS) keptSorts.add(name);
  return keptSorts.has(name);
};
const MOST_SORTS = 40;
const keptSorts = new Set<string>();

/** Whether a page of everything in scope lies along an index. */
const isAlong = (scope: CompanyScope, { source, query, narrowing }: Asked): boolean =>
  !narrowing.filtered && (scope.siteIds === "all" || merges(scope, wayOf(source, query)));

/** Lists a page of everything in scope, and answers how much that is. */
export const listAll = async (scope: CompanyScope, asked: Asked): Promise<number> => {
  if (scope.siteIds !== "all" || !isFirst(asked.query)) {
    return countedBy(
      scope,
      sql`${named("all", asked)} ${everything(scope, asked, asked.narrowing.conditions)}`,
    );
  }
  const [row] = await firstOf(scope, asked)(scope);
  return Number(row?.count);
};

const everything = (scope: CompanyScope, { source, query }: Asked, conditions: readonly Condition[]) => {
  const ids = along(scope, conditions, wayOf(source, query));
  return sql<Counted>`
  select (${source.rolledUp(scope, query)}) as count, ${listing(sql`array(${ids})`)}`;
};

/** The first page of a whole company, in each order. */
const firstOf = (scope: CompanyScope, asked: Asked) => {
  const { source, query } = asked;
  const name = `${source.table}-by:${query.ordering}`;
  const known = firsts.get(name);
  if (known) return known;
  const first = fixed(name, (companyId) =>
    everything({ ...scope, companyId }, asked, [ofCompany(source.table, companyId)]),
  );
  firsts.set(name, first);
  return first;
};
const firsts = new Map<string, ReturnType<typeof fixed<Counted>>>();

/**
 * Lists a page of what the filters leave, and answers how many that are, up to one more than the cap where only the
 * rows can tell. The count decides which way to the page is the shortest.
 */
const listNarrowed = (scope: CompanyScope, asked: Asked): Promise<number> => {
  const way = wayOf(asked.source, asked.query);
  const statement = asked.narrowed?.(way) ?? countedOrProbed(scope, asked, way);
  return countedBy(scope, sql`${named("of", asked)} ${statement}`);
};

const countedOrProbed = (scope: CompanyScope, { source, query, narrowing }: Asked, way: Way): Condition => {
  const { conditions, countable } = narrowing;
  if (!countable) return probed(scope, narrowing, way);
  const page = fewOrMany(sorted(conditions, way), along(scope, checksOf(narrowing), way));
  return countedThen(source.rolledUp(scope, query), page);
};

/** Everything in scope, along an index: its last rows are at hand. Of names, those of each would have to be read. */
const hasEndAtHand = ({ siteIds }: CompanyScope, { source, query, narrowing }: Asked): boolean =>
  siteIds === "all" && !narrowing.filtered && wayOf(source, query).by.kind === "direct";

/** Lists a page near the end of everything, from its last row to its first, and answers how much there is. */
const listNearEnd = (scope: CompanyScope, { source, query }: Asked): Promise<number> => {
  const last = along(scope, [ofCompany(source.table, scope.companyId)], lastOf(wayOf(source, query)));
  return countedBy(
    scope,
    sql`${prepared(`${source.table}-near-end:${query.ordering}`)}
    select count, ${listing(nearEnd(last, query))} from (${source.rolledUp(scope, query)}) as counted`,
  );
};

/**
 * The ids of a page near the end, picked from the last ids of all; `last` answers them from the end, and so does this.
 * How many there are in all stands beside it as `count`: one statement tells it and finds the page. A page farther from
 * the end stays empty.
 */
const nearEnd = (last: Condition, { limit, offset }: Pick<ListQuery, "limit" | "offset">): Condition => sql`
  case when count - ${offset} <= ${sql.lit(DEEP)} then array(
    select id from (${last}) as last
    limit greatest(0, least(${limit}, count - ${offset})) offset greatest(0, count - ${offset} - ${limit}))
  else '{}' end`;
const isNearEnd = (count: number, { offset }: Pick<ListQuery, "offset">): boolean => count - offset <= DEEP;

/** The way to one page of many matches. `matching` is how many there are, where that is known exactly. */
const wayToPage = async (
  scope: CompanyScope,
  { source, query, narrowing, leap }: Asked,
  matching: number | undefined,
): Promise<{ ids: Ids; reversed: boolean }> => {
  const forth = wayOf(source, query);
  if (matching !== undefined && matching <= FEW) {
    return { ids: sorted(narrowing.conditions, forth), reversed: false };
  }
  const reversed = matching !== undefined && forth.offset > DEEP && forth.offset > matching / 2;
  const way = reversed ? fromTheEnd(forth, matching) : forth;
  const farther = way.offset > DEEP ? await leap?.(way) : undefined;
  const last = farther?.way ?? way;
  refuseTooDeep(last);
  return { ids: along(scope, farther?.conditions ?? checksOf(narrowing), last), reversed };
};
