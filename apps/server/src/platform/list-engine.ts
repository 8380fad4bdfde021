import { type ListQuery, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { fixed, prepared } from "./connection.ts";
import {
  COUNT_CAP,
  type Condition,
  DEEP,
  FEW,
  inBatches,
  isNearEnd,
  list,
  listing,
  listKnown,
  nearEnd,
  type Page,
} from "./list.ts";
import {
  along,
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
  type Source,
  sorted,
  type Way,
  wayOf,
} from "./list-ways.ts";
import type { CompanyScope } from "./scope.ts";

/** What is left of the rows after the scope and the filters, and what is known about it beforehand. */
export interface Narrowing {
  readonly conditions: readonly Condition[];
  readonly filtered: boolean;
  /** The rollups can count it. */
  readonly countable: boolean;
  /**
   * Names the text of the conditions where that is one of few and a plan for any values is as good as one for these.
   * What is countable has such a name.
   */
  readonly shape?: string | undefined;
}

/** What a room declares of its list; the rest is the same for all of them. */
export interface ListSource<N extends Narrowing> extends Source {
  /** The room's own way to count what the filters leave and to list a page of it. */
  readonly narrowed?: (scope: CompanyScope, query: ListQuery, narrowing: N, way: Way) => Condition;
  /** The room's own way to begin a deep page farther on: what is left of the rows, and of the way. */
  readonly leap?: (
    scope: CompanyScope,
    query: ListQuery,
    narrowing: N,
    way: Way,
  ) => Promise<Leap | undefined>;
}
export interface Leap {
  readonly conditions: readonly Condition[];
  readonly way: Way;
}

interface Asked {
  readonly list: Source;
  readonly query: ListQuery;
  readonly narrowing: Narrowing;
}
/** A list as somebody asked for it. */
export interface AskedOf<N extends Narrowing> extends Asked {
  readonly list: ListSource<N>;
  readonly narrowing: N;
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
export const pageOf = async <N extends Narrowing, Row>(
  scope: CompanyScope,
  asked: AskedOf<N>,
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
const deepPage = async <N extends Narrowing, Row>(
  scope: CompanyScope,
  asked: AskedOf<N>,
  readRows: ReadRows<Row>,
): Promise<Page<Row>> => {
  if (!hasEndAtHand(scope, asked)) return pageByCount(scope, asked, readRows, await countOf(scope, asked));
  const { answer: count, rows } = await withRows(listNearEnd(scope, asked), readRows);
  return isNearEnd(count, asked.query)
    ? { count, results: rows.reverse() }
    : pageByCount(scope, asked, readRows, count);
};

const pageByCount = async <N extends Narrowing, Row>(
  scope: CompanyScope,
  asked: AskedOf<N>,
  readRows: ReadRows<Row>,
  count: number,
): Promise<Page<Row>> => {
  const isExact = asked.narrowing.countable || count <= COUNT_CAP;
  const { ids, reversed } = await wayToPage(scope, asked, isExact ? count : undefined);
  const { rows } = await withRows(list(scope.db, ids), readRows);
  return capped(asked, count, reversed ? rows.reverse() : rows);
};

/** Everything that matches, batch by batch: a list without a limit is never whole in memory. */
export const streamOf = async <N extends Narrowing, Row>(
  scope: CompanyScope,
  asked: AskedOf<N>,
  readRows: ReadRows<Row>,
) => ({ count: await countOf(scope, asked, null), batches: batchesOf(scope, asked, readRows) });

async function* batchesOf<N extends Narrowing, Row>(
  scope: CompanyScope,
  { list, query, narrowing }: AskedOf<N>,
  readRows: ReadRows<Row>,
) {
  for await (const ids of inBatches(scope.db, everyMatch(narrowing.conditions, wayOf(list, query)))) {
    yield (await withRows(listKnown(scope.db, ids), readRows)).rows;
  }
}

/** How many match: by the rollups where they can tell, else counted, up to one more than the cap. */
export const countOf = (
  scope: CompanyScope,
  { list, query, narrowing }: Omit<Asked, "query"> & { readonly query: Partial<ListQuery> },
  cap?: null,
): Promise<number> => {
  const { countable, conditions, shape } = narrowing;
  const rolledUp = sql`${prepared(`${list.table}-count:${shape}`)} ${list.rolledUp(scope, query)}`;
  return countedBy(scope, countable ? rolledUp : liveCount(list.table, conditions, cap));
};

const countedBy = async ({ db }: CompanyScope, statement: Condition): Promise<number> => {
  const { rows } = await sql<Counted>`${statement}`.execute(db);
  return Number(rows[0]?.count);
};

const isFirst = ({ limit, offset }: ListQuery): boolean => limit === PAGE_SIZE && offset === 0;

/** A first page under a usual filter is planned once, any other for its values. */
const named = (what: string, { list, query, narrowing: { shape } }: Asked): Condition => {
  if (!shape || !isFirst(query)) return sql``;
  const name = `${list.table}-${what}:${shape}:${query.ordering}`;
  return query.ordering === list.usual || keeps(name) ? prepared(name) : sql``;
};

/** A plan holds up to a megabyte on every connection: of the many ways to sort what is filtered, the first are kept. */
const keeps = (name: string): boolean => {
  if (keptSorts.size < MOST_SORTS) keptSorts.add(name);
  return keptSorts.has(name);
};
const MOST_SORTS = 40;
const keptSorts = new Set<string>();

/** Whether a page of everything in scope lies along an index. */
const isAlong = (scope: CompanyScope, { list, query, narrowing }: Asked): boolean =>
  !narrowing.filtered && (scope.siteIds === "all" || merges(scope, wayOf(list, query)));

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

const everything = (scope: CompanyScope, { list, query }: Asked, conditions: readonly Condition[]) => {
  const ids = along(scope, conditions, wayOf(list, query));
  return sql<Counted>`
  select (${list.rolledUp(scope, query)}) as count, ${listing(sql`array(${ids})`)}`;
};

/** The first page of a whole company, in each order. */
const firstOf = (scope: CompanyScope, asked: Asked) => {
  const { list, query } = asked;
  const name = `${list.table}-by:${query.ordering}`;
  const known = firsts.get(name);
  if (known) return known;
  const first = fixed(name, (companyId) =>
    everything({ ...scope, companyId }, asked, [ofCompany(list.table, companyId)]),
  );
  firsts.set(name, first);
  return first;
};
const firsts = new Map<string, ReturnType<typeof fixed<Counted>>>();

/**
 * Lists a page of what the filters leave, and answers how many that are, up to one more than the cap where only the
 * rows can tell. The count decides which way to the page is the shortest.
 */
const listNarrowed = <N extends Narrowing>(scope: CompanyScope, asked: AskedOf<N>): Promise<number> => {
  const { list, query, narrowing } = asked;
  const way = wayOf(list, query);
  const statement = list.narrowed?.(scope, query, narrowing, way) ?? countedOrProbed(scope, asked, way);
  return countedBy(scope, sql`${named("of", asked)} ${statement}`);
};

const countedOrProbed = (scope: CompanyScope, { list, query, narrowing }: Asked, way: Way): Condition => {
  const { conditions, countable } = narrowing;
  if (!countable) return probed(scope, conditions, way);
  const page = fewOrMany(sorted(conditions, way), along(scope, conditions, way));
  return countedThen(list.rolledUp(scope, query), page);
};

/** Everything in scope, along an index: its last rows are at hand. Of names, those of each would have to be read. */
const hasEndAtHand = ({ siteIds }: CompanyScope, { list, query, narrowing }: Asked): boolean =>
  siteIds === "all" && !narrowing.filtered && wayOf(list, query).by.kind === "direct";

/** Lists a page near the end of everything, from its last row to its first, and answers how much there is. */
const listNearEnd = (scope: CompanyScope, { list, query }: Asked): Promise<number> => {
  const last = along(scope, [ofCompany(list.table, scope.companyId)], lastOf(wayOf(list, query)));
  return countedBy(
    scope,
    sql`${prepared(`${list.table}-near-end:${query.ordering}`)}
    select count, ${listing(nearEnd(last, query))} from (${list.rolledUp(scope, query)}) as counted`,
  );
};

/** The way to one page of many matches. `matching` is how many there are, where that is known exactly. */
const wayToPage = async <N extends Narrowing>(
  scope: CompanyScope,
  { list, query, narrowing }: AskedOf<N>,
  matching: number | undefined,
): Promise<{ ids: Ids; reversed: boolean }> => {
  const { conditions } = narrowing;
  const asked = wayOf(list, query);
  if (matching !== undefined && matching <= FEW) return { ids: sorted(conditions, asked), reversed: false };
  const reversed = matching !== undefined && asked.offset > DEEP && asked.offset > matching / 2;
  const way = reversed ? fromTheEnd(asked, matching) : asked;
  const leap = way.offset > DEEP ? await list.leap?.(scope, query, narrowing, way) : undefined;
  return { ids: along(scope, leap?.conditions ?? conditions, leap?.way ?? way), reversed };
};
