import { failField } from "@mcc/contract/kit/errors.ts";
import { type ListQuery, TOO_DEEP } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { naturalSort } from "../../db/natural-sort.ts";
import {
  allConditions,
  COUNT_CAP,
  type Condition,
  DEEP_OFFSET,
  DEEPEST_BY_NAME,
  FEW_ROWS,
  FEW_SITES,
  type Page,
} from "../list.ts";
import { setListedIds } from "../listed-ids.ts";

/** A statement that answers ids in order. */
export type Ids = RawBuilder<{ id: number }>;

/**
 * How a column is sorted. `direct`: by a column of the rows that an index begins with. `walk`: by a name that lives in
 * a small table; the names are walked in their order and the top of each is taken. What is missing stands last, both
 * ways.
 */
export type SortStrategy = IndexSort | LookupSort;
interface IndexSort {
  readonly kind: "index";
  readonly key: Condition;
  /** Some rows may have no value. */
  readonly hasNulls: boolean;
}
export interface LookupSort {
  readonly kind: "lookup";
  /** The small table: `id` and `label`. */
  readonly names: Condition;
  /** Whether rows may bear no name at all; they stand at the end, under the id 0. */
  readonly hasNulls: boolean;
  /** What the id is compared with, exactly as the index spells it. */
  readonly reference: Condition;
}

export const indexSort = (key: Condition): IndexSort => ({ kind: "index", key, hasNulls: false });
/** By a column that may be empty. */
export const nullableIndexSort = (key: Condition): IndexSort => ({ kind: "index", key, hasNulls: true });
/** By the names of codes (1, 2, …). */
export const optionSort = (names: readonly string[], reference: Condition, hasNulls = false): LookupSort => {
  const rows = names.map((name, at) => sql`(${sql.lit(at + 1)}, ${sql.lit(name)})`);
  return {
    kind: "lookup",
    names: sql`select id, label from (values ${sql.join(rows)}) as named (id, label)`,
    hasNulls,
    reference,
  };
};

export interface Sort {
  readonly column: string;
  readonly direction: Condition;
  readonly descending: boolean;
}

/** The same order, read from the other end. */
const reverseSort = (sort: Sort): Sort => ({
  ...sort,
  descending: !sort.descending,
  direction: sort.descending ? sql`asc` : sql`desc`,
});

const sortOf = ({ ordering }: Pick<ListQuery, "ordering">): Sort => {
  const descending = ordering.startsWith("-");
  return { column: ordering.replace(/^-/, ""), descending, direction: descending ? sql`desc` : sql`asc` };
};

/** What a list is read from. */
export interface FastListSource {
  /** Its rows have a company, an id and a site. */
  readonly table: string;
  readonly columns: Readonly<Record<string, { readonly sort: SortStrategy }>>;
  /** The order that first pages are asked in, unless somebody sorts. */
  readonly defaultOrdering: string;
  /** The column by which an index has the rows of each site in order. */
  readonly siteIndexColumn: string;
}

/** One page and its order. Limit and offset are written out: a plan that does not know them expects a tenth of the table. */
export interface PageRequest {
  readonly source: FastListSource;
  readonly by: SortStrategy;
  readonly sort: Sort;
  /** Read from the other end: what stood last stands first. */
  readonly isReversed: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Which rows, and in which order: all that the strategies read of a query. */
export type PageQuery = Pick<ListQuery, "ordering" | "limit" | "offset">;

export const pageRequest = (source: FastListSource, query: PageQuery): PageRequest => {
  const sort = sortOf(query);
  const by = source.columns[sort.column]?.sort;
  // The schema of the list lets no other key in than those that its columns are typed by.
  if (!by) throw new Error(`Nothing is sorted by ${sort.column}.`);
  return { source, by, sort, isReversed: false, limit: query.limit, offset: query.offset };
};

/** The last rows of all, from the end. */
export const lastRows = (target: PageRequest): PageRequest => ({
  ...target,
  sort: reverseSort(target.sort),
  isReversed: true,
  limit: DEEP_OFFSET,
  offset: 0,
});

/** The same rows, read from the other end. */
export const pageFromEnd = (target: PageRequest, matching: number): PageRequest => {
  const rows = Math.max(0, Math.min(target.limit, matching - target.offset));
  return { ...lastRows(target), limit: rows, offset: Math.max(0, matching - target.offset - rows) };
};

/** Naming the company lets the planner read one partition only; the tenant view narrows all the same. */
export const ofCompany = (table: string, companyId: number): Condition =>
  sql`${sql.raw(table)}.company_id = ${companyId}`;

/** The rows inside the scope's company and sites. */
export const visibleIn = (table: string, { companyId, siteIds }: CompanyScope): Condition[] => [
  ofCompany(table, companyId),
  ...(siteIds === "all" ? [] : [sql`${sql.raw(table)}.site_id = any(${siteIds})`]),
];

const limitOffset = ({ limit, offset }: Pick<PageRequest, "limit" | "offset">): Condition =>
  sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** In the order that the indexes of dates have. */
export const newestFirst = ({ table, columns, siteIndexColumn }: FastListSource): Condition => {
  const { sort } = columns[siteIndexColumn] as { readonly sort: IndexSort };
  return sql`order by ${sort.key} desc, ${sql.raw(table)}.id desc`;
};

/** Few sites, in the order that an index has for each of them. */
export const canMergeSites = ({ siteIds }: CompanyScope, { source, sort, offset }: PageRequest): boolean =>
  siteIds !== "all" &&
  siteIds.length <= FEW_SITES &&
  offset <= DEEP_OFFSET &&
  sort.column === source.siteIndexColumn;

/** The filters, and how they are written where each row is checked. */
export interface Narrowed {
  readonly conditions: readonly Condition[];
  readonly checks?: readonly Condition[];
}
export const checksOf = ({ conditions, checks = conditions }: Narrowed): readonly Condition[] => checks;

/**
 * The rows before a page of names are read one by one, so this many are the most: whoever wants to see more of the
 * middle narrows the filters. Pages near either end are not affected.
 */
export const refuseTooDeep = ({ by, offset }: PageRequest): void => {
  if (by.kind === "lookup" && offset > DEEPEST_BY_NAME) failField("offset", TOO_DEEP);
};

/** What a pager has to know of it, where there are pages that are refused. */
export const deepestOffset = (
  { source, query }: { readonly source: FastListSource; readonly query: PageQuery },
  { count, count_is_capped }: Pick<Page<unknown>, "count" | "count_is_capped">,
): Pick<Page<unknown>, "deepest_offset"> =>
  pageRequest(source, query).by.kind === "lookup" && (count_is_capped || count > 2 * DEEPEST_BY_NAME)
    ? { deepest_offset: DEEPEST_BY_NAME }
    : {};

/** Along an index, without asking anything first. */
export const indexScan = (
  scope: CompanyScope,
  conditions: readonly Condition[],
  target: PageRequest,
): Ids => {
  const { by, source } = target;
  if (by.kind === "lookup") return lookupScan(by, conditions, target);
  if (!canMergeSites(scope, target)) return directScan(by, conditions, target);
  const each = sql`unnest(${scope.siteIds}::bigint[]) as seen (id)`;
  return mergeNewest(each, [...conditions, sql`${sql.raw(source.table)}.site_id = seen.id`], target);
};

/** Every match from the offset on, one after the other. */
export const allMatches = (conditions: readonly Condition[], target: PageRequest): Ids =>
  target.by.kind === "index" ? directScan(target.by, conditions, target) : filterThenSort(conditions, target);

/** Along an index that has the order already; it has what is missing last going up and first going down. */
const directScan = (by: IndexSort, conditions: readonly Condition[], target: PageRequest): Ids =>
  by.hasNulls && target.sort.descending !== target.isReversed
    ? valuesThenNulls(by, conditions, target)
    : scanInIndexOrder(by, conditions, target);

const scanInIndexOrder = ({ key }: IndexSort, conditions: readonly Condition[], target: PageRequest): Ids => {
  const [table, { direction }] = [sql.raw(target.source.table), target.sort];
  return sql`
  select ${table}.id from ${table} where ${allConditions(conditions)}
  order by ${key} ${direction}, ${table}.id ${direction} ${limitOffset(target)}`;
};

/**
 * Sorted downwards: the rows with a value and then those without. PostgreSQL reads the parts of a union in turn unless
 * several processes share the work, which it lets them neither for a cursor nor for a statement that sets what is
 * listed.
 */
const valuesThenNulls = (by: IndexSort, conditions: readonly Condition[], target: PageRequest): Ids => {
  const whole = { ...target, limit: target.limit + target.offset, offset: 0 };
  const part = (is: Condition) =>
    sql`(${scanInIndexOrder(by, [...conditions, sql`${by.key} ${is}`], whole)})`;
  const parts = [part(sql`is not null`), part(sql`is null`)];
  return sql`
  select id from (${sql.join(target.isReversed ? parts.toReversed() : parts, sql` union all `)}) as found ${limitOffset(target)}`;
};

/** Filtered first, then sorted, however many there are. */
export const filterThenSort = (conditions: readonly Condition[], target: PageRequest): Ids => sql`
  with matched as materialized (${matchingRows(conditions, target)}) ${sortMatches(target)}`;

/** What matches, with what it is sorted by. */
export const matchingRows = (conditions: readonly Condition[], { source, by }: PageRequest): Condition => {
  const table = sql.raw(source.table);
  const key = by.kind === "index" ? by.key : by.reference;
  return sql`select ${table}.id, ${key} as key from ${table} where ${allConditions(conditions)}`;
};

/** The page of what a step named `matched` has found. */
export const sortMatches = (target: PageRequest): Ids => {
  const { by, sort } = target;
  const [names, label] =
    by.kind === "lookup"
      ? [sql`join (${lookupNames(by)}) as named on named.id = matched.key`, naturalSort(sql`named.label`)]
      : [sql``, sql`matched.key`];
  return sql`
  select matched.id from matched ${names}
  order by ${label} ${sort.direction} nulls last, matched.id ${sort.direction}
  ${limitOffset(target)}`;
};

/** The names to walk, nobody's included. */
const lookupNames = ({ names, hasNulls }: LookupSort): Condition =>
  hasNulls ? sql`${names} union all select 0, null` : names;

/** Name by name, the first rows of each: stops as soon as the page is full. */
const lookupScan = (by: LookupSort, conditions: readonly Condition[], target: PageRequest): Ids => {
  const { direction } = target.sort;
  const table = sql.raw(target.source.table);
  const inOrder = sql`${direction} nulls ${target.isReversed ? sql`first` : sql`last`}`;
  return sql`
  select found.id
  from (select * from (${lookupNames(by)}) as names order by ${naturalSort(sql`label`)} ${inOrder}) as named
  cross join lateral (
    select ${table}.id from ${table} where ${allConditions(conditions)} and ${by.reference} = named.id
    order by ${table}.id ${direction} limit ${sql.lit(target.limit + target.offset)}) as found
  order by ${naturalSort(sql`named.label`)} ${inOrder}, found.id ${direction} ${limitOffset(target)}`;
};

/** Site by site or name by name, the newest of each, merged; the conditions say which rows belong to each. */
export const mergeNewest = (each: Condition, conditions: readonly Condition[], target: PageRequest): Ids => {
  const { source, sort, limit, offset } = target;
  const table = sql.raw(source.table);
  const { key } = target.by as IndexSort;
  return sql`
  select found.id from ${each}
  cross join lateral (
    select ${table}.id, ${key} as key from ${table} where ${allConditions(conditions)}
    order by ${key} ${sort.direction}, ${table}.id ${sort.direction} limit ${sql.lit(limit + offset)}) as found
  order by found.key ${sort.direction}, found.id ${sort.direction} ${limitOffset(target)}`;
};

/** What is there, counted up to one more than the cap; an export wants to know it all. */
export const countMatching = (
  table: string,
  conditions: readonly Condition[],
  cap: number | null = COUNT_CAP + 1,
): Condition => sql`
  select count(*)::bigint as count
  from (select from ${sql.raw(table)} where ${allConditions(conditions)} ${cap === null ? sql`` : sql`limit ${sql.lit(cap)}`}) as matched`;

/** What few of them there are is sorted; else the page is looked for along an index. */
export const sortOrScan = (few: Condition, many: Condition): Condition =>
  sql`case when count <= ${sql.lit(FEW_ROWS)} then array(${few}) else array(${many}) end`;

/** Counted first; then the ids of the page are found, which may look at the `count`. */
export const countThen = (count: Condition, ids: Condition): Condition => sql`
    with counted as materialized (${count})
    select count, ${setListedIds(ids)} from counted`;

/** Found once, with what it is sorted by, and counted where it was found: for what only the rows themselves can tell. */
export const findThenCount = (
  scope: CompanyScope,
  narrowing: Narrowed,
  target: PageRequest,
): Condition => sql`
  with matched as materialized (${matchingRows(narrowing.conditions, target)} limit ${sql.lit(COUNT_CAP + 1)}),
    counted as materialized (select count(*)::bigint as count from matched)
  select count, ${setListedIds(sortOrScan(sortMatches(target), indexScan(scope, checksOf(narrowing), target)))} from counted`;
