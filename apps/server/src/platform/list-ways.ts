import { failField } from "@mcc/contract/kit/errors.ts";
import { type ListQuery, TOO_DEEP } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { allOf, COUNT_CAP, type Condition, DEEP, DEEPEST_BY_NAME, FEW, FEW_SITES, listing } from "./list.ts";
import { byName } from "./names.ts";
import type { CompanyScope } from "./scope.ts";

/** A statement that answers ids in order. */
export type Ids = RawBuilder<{ id: number }>;

/**
 * How a column is sorted. `direct`: by a column of the rows that an index begins with. `walk`: by a name that lives in
 * a small table; the names are walked in their order and the top of each is taken. What is missing stands last, both
 * ways.
 */
export type SortBy = Direct | Walk;
interface Direct {
  readonly kind: "direct";
  readonly key: Condition;
  /** Some rows may have no value. */
  readonly orNone: boolean;
}
export interface Walk {
  readonly kind: "walk";
  /** The small table: `id` and `label`. */
  readonly names: Condition;
  /** Whether rows may bear no name at all; they stand at the end, under the id 0. */
  readonly orNone: boolean;
  /** What the id is compared with, exactly as the index spells it. */
  readonly reference: Condition;
}

export const direct = (key: Condition): Direct => ({ kind: "direct", key, orNone: false });
/** By a column that may be empty. */
export const directOrNone = (key: Condition): Direct => ({ kind: "direct", key, orNone: true });
/** By the names of codes (1, 2, …). */
export const walkOptions = (names: readonly string[], reference: Condition, orNone = false): Walk => {
  const rows = names.map((name, at) => sql`(${sql.lit(at + 1)}, ${sql.lit(name)})`);
  return {
    kind: "walk",
    names: sql`select id, label from (values ${sql.join(rows)}) as named (id, label)`,
    orNone,
    reference,
  };
};

export interface Sort {
  readonly column: string;
  readonly direction: Condition;
  readonly descending: boolean;
}

/** The same order, read from the other end. */
const otherWay = (sort: Sort): Sort => ({
  ...sort,
  descending: !sort.descending,
  direction: sort.descending ? sql`asc` : sql`desc`,
});

const sortOf = ({ ordering }: Pick<ListQuery, "ordering">): Sort => {
  const descending = ordering.startsWith("-");
  return { column: ordering.replace(/^-/, ""), descending, direction: descending ? sql`desc` : sql`asc` };
};

/** What a list is read from. */
export interface Source {
  /** Its rows have a company, an id and a site. */
  readonly table: string;
  readonly sorts: Readonly<Record<string, SortBy>>;
  /** The order that first pages are asked in, unless somebody sorts. */
  readonly usual: string;
  /** The column by which an index has the rows of each site in order. */
  readonly mergedBy?: string;
  /** How many there are of what the rollups can count, read off them. */
  readonly rolledUp: (scope: CompanyScope, query: Partial<ListQuery>) => Condition;
}

/** One page and its order. Limit and offset are written out: a plan that does not know them expects a tenth of the table. */
export interface Way {
  readonly source: Source;
  readonly by: SortBy;
  readonly sort: Sort;
  /** Read from the other end: what stood last stands first. */
  readonly turned: boolean;
  readonly limit: number;
  readonly offset: number;
}

export const wayOf = (source: Source, query: ListQuery): Way => {
  const sort = sortOf(query);
  const by = sortedBy(source.sorts, sort.column);
  return { source, by, sort, turned: false, limit: query.limit, offset: query.offset };
};

/** How this column is sorted. The list's schema lets no other key in than those its room has typed its sorts by. */
export const sortedBy = (sorts: Source["sorts"], column: string): SortBy => {
  const by = sorts[column];
  if (!by) throw new Error(`Nothing is sorted by ${column}.`);
  return by;
};

/** The last rows of all, from the end. */
export const lastOf = (way: Way): Way => ({
  ...way,
  sort: otherWay(way.sort),
  turned: true,
  limit: DEEP,
  offset: 0,
});

/** The same rows, read from the other end. */
export const fromTheEnd = (way: Way, matching: number): Way => {
  const rows = Math.max(0, Math.min(way.limit, matching - way.offset));
  return { ...lastOf(way), limit: rows, offset: Math.max(0, matching - way.offset - rows) };
};

/** Naming the company lets the planner read one partition only; the tenant view narrows all the same. */
export const ofCompany = (table: string, companyId: number): Condition =>
  sql`${sql.raw(table)}.company_id = ${companyId}`;

/** The rows inside the scope's company and sites. */
export const visibleIn = (table: string, { companyId, siteIds }: CompanyScope): Condition[] => [
  ofCompany(table, companyId),
  ...(siteIds === "all" ? [] : [sql`${sql.raw(table)}.site_id = any(${siteIds})`]),
];

const cut = ({ limit, offset }: Pick<Way, "limit" | "offset">): Condition =>
  sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Few sites, in the order that an index has for each of them. */
export const merges = ({ siteIds }: CompanyScope, { source, sort, offset }: Way): boolean =>
  siteIds !== "all" && siteIds.length <= FEW_SITES && offset <= DEEP && sort.column === source.mergedBy;

/** The filters, and how they are written where each row is checked. */
interface Narrowed {
  readonly conditions: readonly Condition[];
  readonly checks?: readonly Condition[];
}
export const checksOf = ({ conditions, checks = conditions }: Narrowed): readonly Condition[] => checks;

/**
 * The rows before a page of names are read one by one, so this many are the most: whoever wants to see more of the
 * middle narrows the filters. Pages near either end are not affected.
 */
export const refuseTooDeep = ({ by, offset }: Way): void => {
  if (by.kind === "walk" && offset > DEEPEST_BY_NAME) failField("offset", TOO_DEEP);
};

/** Along an index, without asking anything first. */
export const along = (scope: CompanyScope, conditions: readonly Condition[], way: Way): Ids => {
  const { by, source } = way;
  if (by.kind === "walk") return walked(by, conditions, way);
  if (!merges(scope, way)) return straight(by, conditions, way);
  const each = sql`unnest(${scope.siteIds}::bigint[]) as seen (id)`;
  return merged(each, [...conditions, sql`${sql.raw(source.table)}.site_id = seen.id`], way);
};

/** Every match from the offset on, one after the other. */
export const everyMatch = (conditions: readonly Condition[], way: Way): Ids =>
  way.by.kind === "direct" ? straight(way.by, conditions, way) : sorted(conditions, way);

/** Along an index that has the order already; it has what is missing last going up and first going down. */
const straight = (by: Direct, conditions: readonly Condition[], way: Way): Ids =>
  by.orNone && way.sort.descending !== way.turned
    ? inTwo(by, conditions, way)
    : asIndexed(by, conditions, way);

const asIndexed = ({ key }: Direct, conditions: readonly Condition[], way: Way): Ids => {
  const [table, { direction }] = [sql.raw(way.source.table), way.sort];
  return sql`
  select ${table}.id from ${table} where ${allOf(conditions)}
  order by ${key} ${direction}, ${table}.id ${direction} ${cut(way)}`;
};

/**
 * Sorted downwards: the rows with a value and then those without. PostgreSQL reads the parts of a union in turn unless
 * several processes share the work, which it lets them neither for a cursor nor for a statement that sets what is
 * listed.
 */
const inTwo = (by: Direct, conditions: readonly Condition[], way: Way): Ids => {
  const whole = { ...way, limit: way.limit + way.offset, offset: 0 };
  const part = (is: Condition) => sql`(${asIndexed(by, [...conditions, sql`${by.key} ${is}`], whole)})`;
  const parts = [part(sql`is not null`), part(sql`is null`)];
  return sql`
  select id from (${sql.join(way.turned ? parts.toReversed() : parts, sql` union all `)}) as found ${cut(way)}`;
};

/** Filtered first, then sorted, however many there are. */
export const sorted = (conditions: readonly Condition[], way: Way): Ids => sql`
  with matched as materialized (${matching(conditions, way)}) ${sortedMatches(way)}`;

/** What matches, with what it is sorted by. */
export const matching = (conditions: readonly Condition[], { source, by }: Way): Condition => {
  const table = sql.raw(source.table);
  const key = by.kind === "direct" ? by.key : by.reference;
  return sql`select ${table}.id, ${key} as key from ${table} where ${allOf(conditions)}`;
};

/** The page of what a step named `matched` has found. */
export const sortedMatches = (way: Way): Ids => {
  const { by, sort } = way;
  const [names, label] =
    by.kind === "walk"
      ? [sql`join (${walkedNames(by)}) as named on named.id = matched.key`, byName(sql`named.label`)]
      : [sql``, sql`matched.key`];
  return sql`
  select matched.id from matched ${names}
  order by ${label} ${sort.direction} nulls last, matched.id ${sort.direction}
  ${cut(way)}`;
};

/** The names to walk, nobody's included. */
const walkedNames = ({ names, orNone }: Walk): Condition =>
  orNone ? sql`${names} union all select 0, null` : names;

/** Name by name, the first rows of each: stops as soon as the page is full. */
const walked = (by: Walk, conditions: readonly Condition[], way: Way): Ids => {
  const { direction } = way.sort;
  const table = sql.raw(way.source.table);
  const inOrder = sql`${direction} nulls ${way.turned ? sql`first` : sql`last`}`;
  return sql`
  select found.id
  from (select * from (${walkedNames(by)}) as names order by ${byName(sql`label`)} ${inOrder}) as named
  cross join lateral (
    select ${table}.id from ${table} where ${allOf(conditions)} and ${by.reference} = named.id
    order by ${table}.id ${direction} limit ${sql.lit(way.limit + way.offset)}) as found
  order by ${byName(sql`named.label`)} ${inOrder}, found.id ${direction} ${cut(way)}`;
};

/** Site by site or name by name, the newest of each, merged; the conditions say which rows belong to each. */
export const merged = (each: Condition, conditions: readonly Condition[], way: Way): Ids => {
  const { source, sort, limit, offset } = way;
  const table = sql.raw(source.table);
  const { key } = way.by as Direct;
  return sql`
  select found.id from ${each}
  cross join lateral (
    select ${table}.id, ${key} as key from ${table} where ${allOf(conditions)}
    order by ${key} ${sort.direction}, ${table}.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by found.key ${sort.direction}, found.id ${sort.direction} ${cut(way)}`;
};

/** What is there, counted up to one more than the cap; an export wants to know it all. */
export const liveCount = (
  table: string,
  conditions: readonly Condition[],
  cap: number | null = COUNT_CAP + 1,
): Condition => sql`
  select count(*)::bigint as count
  from (select from ${sql.raw(table)} where ${allOf(conditions)} ${cap === null ? sql`` : sql`limit ${sql.lit(cap)}`}) as matched`;

/** What few of them there are is sorted; else the page is looked for along an index. */
export const fewOrMany = (few: Condition, many: Condition): Condition =>
  sql`case when count <= ${sql.lit(FEW)} then array(${few}) else array(${many}) end`;

/** Counted first; then the ids of the page are found, which may look at the `count`. */
export const countedThen = (count: Condition, ids: Condition): Condition => sql`
    with counted as materialized (${count})
    select count, ${listing(ids)} from counted`;

/** Found once, with what it is sorted by, and counted where it was found: for what only the rows themselves can tell. */
export const probed = (scope: CompanyScope, narrowing: Narrowed, way: Way): Condition => sql`
  with matched as materialized (${matching(narrowing.conditions, way)} limit ${sql.lit(COUNT_CAP + 1)}),
    counted as materialized (select count(*)::bigint as count from matched)
  select count, ${listing(fewOrMany(sortedMatches(way), along(scope, checksOf(narrowing), way)))} from counted`;
