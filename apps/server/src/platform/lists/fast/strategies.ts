import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { naturalSort } from "../../db/natural-sort.ts";
import { allConditions, COUNT_CAP, type Condition, DEEP_OFFSET, FEW_ROWS, FEW_SITES } from "../list.ts";
import { setListedIds } from "../listed-ids.ts";

/** A query that returns ids in order. */
export type Ids = RawBuilder<{ id: number }>;

/**
 * How a column is sorted. `index`: by a column of the rows that is the first one of an index. `lookup`: by a name in a
 * small lookup table; its names are read in order, with the first rows of each. Missing values come last in both
 * directions.
 */
export type SortStrategy = IndexSort | LookupSort;
export interface IndexSort {
  readonly kind: "index";
  readonly key: Condition;
  /** Some rows may have no value. */
  readonly hasNulls: boolean;
}
export interface LookupSort {
  readonly kind: "lookup";
  /** A query of the lookup table for `id` and `label`. */
  readonly names: Condition;
  /** Whether rows may have no name; they come last, with the id 0. */
  readonly hasNulls: boolean;
  /** The expression that is compared with the id, written exactly as in the index. */
  readonly reference: Condition;
}

export const indexSort = (key: Condition): IndexSort => ({ kind: "index", key, hasNulls: false });
/** Sorts by a column that may be null. */
export const nullableIndexSort = (key: Condition): IndexSort => ({ kind: "index", key, hasNulls: true });
/** Sorts by the names of codes (1, 2, …). */
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

/** The opposite order. */
const reverseSort = (sort: Sort): Sort => ({
  ...sort,
  descending: !sort.descending,
  direction: sort.descending ? sql`asc` : sql`desc`,
});

const sortOf = ({ ordering }: Pick<ListQuery, "ordering">): Sort => {
  const descending = ordering.startsWith("-");
  return { column: ordering.replace(/^-/, ""), descending, direction: descending ? sql`desc` : sql`asc` };
};

/** The table of a list and how it is sorted. */
export interface FastListSource {
  /** The table must have the columns `company_id`, `id` and `site_id`. */
  readonly table: string;
  readonly columns: Readonly<Record<string, { readonly sort: SortStrategy }>>;
  /** The ordering of first pages, unless the user sorts. */
  readonly defaultOrdering: string;
  /** The column of the index that has the rows of each site in order. */
  readonly siteIndexColumn: string;
  /** The tables that count the rows of a company, and of each of its sites. Their column is named like the table. */
  readonly rollups: Readonly<Record<"company" | "sites", string>>;
}

/**
 * One page and its order. Limit and offset are literals, not parameters: a plan without them assumes a tenth of the
 * table.
 */
export interface PageRequest {
  readonly source: FastListSource;
  readonly by: SortStrategy;
  readonly sort: Sort;
  /** The rows are read in reverse order, so missing values come first. */
  readonly isReversed: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The part of a list query that the strategies read. */
export type PageQuery = Pick<ListQuery, "ordering" | "limit" | "offset">;

export const pageRequest = (source: FastListSource, query: PageQuery): PageRequest => {
  const sort = sortOf(query);
  const by = source.columns[sort.column]?.sort;
  // The schema of the list accepts only the keys of these columns.
  if (!by) throw new Error(`Nothing is sorted by ${sort.column}.`);
  return { source, by, sort, isReversed: false, limit: query.limit, offset: query.offset };
};

/** The last rows of the list, in reverse order. */
export const lastRows = (target: PageRequest): PageRequest => ({
  ...target,
  sort: reverseSort(target.sort),
  isReversed: true,
  limit: DEEP_OFFSET,
  offset: 0,
});

/** The rows of the same page, read from the end of the list. */
export const pageFromEnd = (target: PageRequest, matching: number): PageRequest => {
  const rows = Math.max(0, Math.min(target.limit, matching - target.offset));
  return { ...lastRows(target), limit: rows, offset: Math.max(0, matching - target.offset - rows) };
};

/** The tenant view restricts to the company too. Naming the company lets the planner read one partition only. */
export const ofCompany = (table: string, companyId: number): Condition =>
  sql`${sql.raw(table)}.company_id = ${companyId}`;

/** The rows inside the scope's company and sites. */
export const visibleIn = (table: string, { companyId, siteIds }: CompanyScope): Condition[] => [
  ofCompany(table, companyId),
  ...(siteIds === "all" ? [] : [sql`${sql.raw(table)}.site_id = any(${siteIds})`]),
];

const limitOffset = ({ limit, offset }: Pick<PageRequest, "limit" | "offset">): Condition =>
  sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Newest first, as in the indexes by date. */
export const newestFirst = ({ table, columns, siteIndexColumn }: FastListSource): Condition => {
  const { sort } = columns[siteIndexColumn] as { readonly sort: IndexSort };
  return sql`order by ${sort.key} desc, ${sql.raw(table)}.id desc`;
};

/** Whether the scope has few sites and the page is in the order of the index that has each site's rows. */
export const canMergeSites = ({ siteIds }: CompanyScope, { source, sort, offset }: PageRequest): boolean =>
  siteIds !== "all" &&
  siteIds.length <= FEW_SITES &&
  offset <= DEEP_OFFSET &&
  sort.column === source.siteIndexColumn;

/** The conditions of the filters, and the same for rows that are read one by one. */
export interface FilterConditions {
  readonly conditions: readonly Condition[];
  readonly checks?: readonly Condition[];
}
export const checksOf = ({ conditions, checks = conditions }: FilterConditions): readonly Condition[] =>
  checks;

/** Reads the page along an index, without counting first. */
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

/** All matching rows from the offset on. */
export const allMatches = (conditions: readonly Condition[], target: PageRequest): Ids =>
  target.by.kind === "index" ? directScan(target.by, conditions, target) : filterThenSort(conditions, target);

/** Reads along an index that has this order. It has nulls last when ascending and first when descending. */
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
 * Descending with nulls last: the rows with a value, then those without. PostgreSQL keeps the order of the parts of a
 * union unless it runs them in parallel, which it does neither for a cursor nor for a statement with `set_config`.
 */
const valuesThenNulls = (by: IndexSort, conditions: readonly Condition[], target: PageRequest): Ids => {
  const whole = { ...target, limit: target.limit + target.offset, offset: 0 };
  const part = (is: Condition) =>
    sql`(${scanInIndexOrder(by, [...conditions, sql`${by.key} ${is}`], whole)})`;
  const parts = [part(sql`is not null`), part(sql`is null`)];
  return sql`
  select id from (${sql.join(target.isReversed ? parts.toReversed() : parts, sql` union all `)}) as found ${limitOffset(target)}`;
};

/** Finds all matching rows, then sorts them. */
export const filterThenSort = (conditions: readonly Condition[], target: PageRequest): Ids => sql`
  with matched as materialized (${matchingRows(conditions, target)}) ${sortMatches(target)}`;

/** The matching rows, with their sort key: of the whole table, or of those rows of it that `from` gives. */
export const matchingRows = (
  conditions: readonly Condition[],
  { source, by }: PageRequest,
  from: Condition = sql.raw(source.table),
): Condition =>
  sql`select ${sql.raw(source.table)}.id, ${by.kind === "index" ? by.key : by.reference} as key
  from ${from} where ${allConditions(conditions)}`;

/** Sorts the rows of a CTE named `matched` and takes the page. */
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

/** The names of the lookup table, and the id 0 for rows without a name. */
const lookupNames = ({ names, hasNulls }: LookupSort): Condition =>
  hasNulls ? sql`${names} union all select 0, null` : names;

/** Reads the first rows of each name, in the order of the names; stops as soon as the page is full. */
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

/** Reads the newest rows of each site or name and merges them; the conditions say which rows belong to each. */
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

/** Counts the matching rows up to one more than the cap; for exports without a cap. */
export const countMatching = (
  table: string,
  conditions: readonly Condition[],
  cap: number | null = COUNT_CAP + 1,
): Condition => sql`
  select count(*)::bigint as count
  from (select from ${sql.raw(table)} where ${allConditions(conditions)} ${cap === null ? sql`` : sql`limit ${sql.lit(cap)}`}) as matched`;

/** Sorts the matches if they are few; otherwise reads the page along an index. */
export const sortOrScan = (few: Condition, many: Condition): Condition =>
  sql`case when count <= ${sql.lit(FEW_ROWS)} then array(${few}) else array(${many}) end`;

/** Counts first, then finds the ids of the page; their query may use `count`. */
export const countThen = (count: Condition, ids: Condition): Condition => sql`
    with counted as materialized (${count})
    select count, ${setListedIds(ids)} from counted`;

/** Finds the matches once, with their sort key, and counts these: for filters that can only be checked on the rows. */
export const findThenCount = (
  scope: CompanyScope,
  filters: FilterConditions,
  target: PageRequest,
): Condition => sql`
  with matched as materialized (${matchingRows(filters.conditions, target)} limit ${sql.lit(COUNT_CAP + 1)}),
    counted as materialized (select count(*)::bigint as count from matched)
  select count, ${setListedIds(sortOrScan(sortMatches(target), indexScan(scope, checksOf(filters), target)))} from counted`;
