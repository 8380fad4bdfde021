import type { Column, Columns, SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { rangeKeysOf } from "@mcc/contract/kit/range-keys.ts";
import { sql } from "kysely";
import { groupFilters } from "../group-filters.ts";
import { amountRange, type Condition, contains, dateRange, isAmong, likePattern } from "../list.ts";
import { namesForm } from "../name-filter.ts";
import type { Filters } from "../plain-columns.ts";
import { indexSort, nullableIndexSort, optionSort, type SortStrategy } from "./strategies.ts";
import type { Values } from "./suggest.ts";
import { lookedUp } from "./typed-text.ts";

/**
 * A filter by a name that is in a lookup table: a query for its matching rows (`names`), and the column of the list
 * that refers to them (`reference`).
 */
export interface NameFilter {
  readonly names: Condition;
  readonly reference: Condition;
  /**
   * The condition that a row of the list refers to one row of `named`, written so that an index gives its newest rows.
   */
  readonly belongs: Condition;
}

/** What a statement begins with, so that its conditions look no name up again. */
export interface NamesOnce {
  /** CTEs. */
  readonly names: Condition;
}

/** The SQL of one filter by text. */
export interface TextFilter {
  readonly condition: Condition;
  /** The same condition for rows that are read one by one. */
  readonly check?: Condition;
  /** For a search: both conditions for a statement that looks the names up once, at its beginning. */
  readonly withNames?: NamesOnce & Required<Pick<TextFilter, "condition" | "check">>;
  readonly nameFilter?: NameFilter;
  /** Can only be checked on the rows; no lookup table helps. */
  readonly needsRowScan?: boolean;
  /**
   * Names the form of the SQL, if there are only a few forms and one plan suits all values: the statement can be
   * prepared.
   */
  readonly shape?: string | undefined;
}

/** Finds the names in the small lookup table first. */
export const nameFilterOf = (nameFilter: NameFilter, values: readonly string[]): TextFilter => ({
  condition: sql`${nameFilter.reference} = any(array(select id from (${nameFilter.names}) as named))`,
  check: isAmong(nameFilter.reference, sql`select id from (${nameFilter.names}) as named`),
  nameFilter,
  shape: namesForm(values),
});

/** The SQL of one column: how it is sorted, and what its kind needs for filters and suggestions. */
export interface SortedColumn {
  readonly sort: SortStrategy;
}
export interface TextColumn extends SortedColumn {
  readonly filter: (typed: string) => TextFilter;
  /** A query for its values. Left out if they are in the rows themselves, or in the lookup table of the sort. */
  readonly suggest?: (conditions: readonly Condition[], typed: string) => Values;
}
/** A column of names, which are in a lookup table unless it has a query for them. */
export interface NameColumn extends SortedColumn {
  readonly filterNames: (values: readonly string[]) => TextFilter;
  readonly suggestNames?: (conditions: readonly Condition[], values: readonly string[]) => Values;
}
export interface ChoiceColumn extends SortedColumn {
  readonly options: readonly string[];
  /** The column that has the codes of the options; it has the same name in the rollups. */
  readonly code: string;
}
interface DateColumn extends SortedColumn {
  readonly moment: Condition;
}
interface AmountColumn extends SortedColumn {
  readonly amount: Condition;
}

type ColumnFor<C> = C extends { readonly several: true }
  ? NameColumn
  : C extends Column<"text">
    ? TextColumn
    : C extends Column<"choice">
      ? ChoiceColumn
      : C extends Column<"date">
        ? DateColumn
        : C extends Column<"money">
          ? AmountColumn
          : SortedColumn;
/** The SQL of every declared column, by its kind. A forgotten or misspelled column does not compile. */
export type FastColumnsOf<C extends Columns> = {
  readonly [Key in SortableKeyOf<{ readonly columns: C }>]: ColumnFor<C[Key]>;
};
export type FastColumns = Readonly<Record<string, SortedColumn>>;

/**
 * The kinds of columns of one table. The table must have a column `search_text` with all texts of a row in lower case
 * and a trigram index on it.
 */
export const columnsOf = (table: string) => {
  const own = (column: string) => sql.raw(`${table}.${column}`);
  return {
    /**
     * A text column of the rows. The trigram index of `search_text` finds candidates, the column itself decides. So
     * `search_text` must contain the column: for orders, see `mcc.order_search_text`.
     */
    ownText: (column: string, sort: SortStrategy = nullableIndexSort(sql`${own(column)} collate "C"`)) => ({
      sort,
      filter: (typed: string): TextFilter => ({
        condition: sql`(${own("search_text")} like ${likePattern(lookedUp(typed))} and ${contains(sql.ref(`${table}.${column}`), typed)})`,
        needsRowScan: true,
      }),
    }),
    option: (options: readonly string[], column: string): ChoiceColumn => ({
      sort: optionSort(options, own(column)),
      options,
      code: column,
    }),
    nullableOption: (options: readonly string[], column: string): ChoiceColumn => ({
      sort: optionSort(options, sql`coalesce(${own(column)}, 0)`, true),
      options,
      code: column,
    }),
    moment: (column: string): DateColumn => ({ sort: indexSort(own(column)), moment: own(column) }),
    amount: (column: string): AmountColumn => ({ sort: indexSort(own(column)), amount: own(column) }),
    number: (column: string): SortedColumn => ({ sort: indexSort(own(column)) }),
  };
};

/** A table with filters: the declared columns, their SQL, and the SQL of the search. */
export interface FilteredTable {
  readonly table: string;
  readonly declared: Columns;
  readonly columns: FastColumns;
  readonly search: (typed: string) => TextFilter;
}

export type ActiveTextFilter = TextFilter & { readonly key: string };

const textFilter = (
  { columns, search }: FilteredTable,
  key: string,
  value: unknown,
): TextFilter | undefined => {
  if (key === "search") return typeof value === "string" ? search(value) : undefined;
  const column = Object.hasOwn(columns, key) ? (columns[key] as Partial<TextColumn & NameColumn>) : {};
  if (typeof value === "string") return column.filter?.(value);
  return value === undefined ? undefined : column.filterNames?.(value as readonly string[]);
};

/** The active filters by texts and names and the search, by their keys. */
export const textFiltersOf = (from: FilteredTable, filters: Filters): ActiveTextFilter[] =>
  Object.entries(filters).flatMap(([key, value]) => {
    const filter = textFilter(from, key, value);
    return filter ? [{ key, ...filter }] : [];
  });

/** The conditions of the hierarchy groups among the filters, on the site of a row. */
export const groupFiltersOf = ({ table }: FilteredTable, filters: Filters): Condition[] =>
  groupFilters(sql.raw(`${table}.site_id`), filters);

/**
 * The condition that a code is one of the chosen ones, in the rows or in a rollup. A single code is compared with `=`,
 * so that an index gives the rows in order.
 */
export const isChosen = (code: Condition, [first, ...more]: readonly number[]): Condition =>
  more.length === 0 ? sql`${code} = ${first}` : sql`${code} = any(${[first, ...more]}::smallint[])`;

const rangesOf = (
  { declared, columns }: FilteredTable,
  filters: Filters,
  range: (column: SortedColumn, from: unknown, to: unknown) => Condition[],
): Condition[] =>
  Object.entries(columns).flatMap(([key, column]) => {
    const [from, to] = (declared[key] && rangeKeysOf(key, declared[key])) ?? [];
    return from && to ? range(column, filters[from], filters[to]) : [];
  });

export const dateFiltersOf = (from: FilteredTable, filters: Filters): Condition[] =>
  rangesOf(from, filters, (column, after, before) => {
    const { moment } = column as Partial<DateColumn>;
    return moment ? dateRange(moment, after, before) : [];
  });

export const amountFiltersOf = (from: FilteredTable, filters: Filters): Condition[] =>
  rangesOf(from, filters, (column, min, max) => {
    const { amount } = column as Partial<AmountColumn>;
    return amount ? amountRange(amount, min, max) : [];
  });
