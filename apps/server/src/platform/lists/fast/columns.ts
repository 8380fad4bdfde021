import type { Column, Columns, SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { rangeKeysOf } from "@mcc/contract/kit/range-keys.ts";
import { sql } from "kysely";
import { groupFilters } from "../group-filters.ts";
import { amountRange, type Condition, contains, dateRange, likePattern } from "../list.ts";
import type { Filters } from "../plain-columns.ts";
import { indexSort, nullableIndexSort, optionSort, type SortStrategy } from "./strategies.ts";
import type { Values } from "./suggest.ts";
import { lookedUp } from "./typed-text.ts";

/** The small table's rows that have the name, and which rows of the list are theirs. */
export interface NameFilter {
  readonly names: Condition;
  readonly reference: Condition;
  /** The same for one row of `named`, so that an index gives its newest. */
  readonly belongs: Condition;
}

/** What one of the typed filters leaves. */
export interface TextFilter {
  readonly condition: Condition;
  /** The same for rows that are read one by one. */
  readonly check?: Condition;
  readonly nameFilter?: NameFilter;
  /** Only the rows themselves can tell. */
  readonly isInTexts?: boolean;
  /** Which of few texts the condition has, where a plan for any values is as good as one for these. */
  readonly shape?: string | undefined;
}

/** One column, stated once: how it is sorted, and what its kind needs for filters and suggestions. */
export interface SortedColumn {
  readonly sort: SortStrategy;
}
export interface TextColumn extends SortedColumn {
  readonly filter: (typed: string) => TextFilter;
  /** A query for its values; left out where they are the row's own, or those of the table that the sort looks up. */
  readonly suggest?: (conditions: readonly Condition[], typed: string) => Values;
}
export interface ChoiceColumn extends SortedColumn {
  readonly options: readonly string[];
  /** The column of their codes: the rows and the rollups call it alike. */
  readonly code: string;
}
interface DateColumn extends SortedColumn {
  readonly moment: Condition;
}
interface AmountColumn extends SortedColumn {
  readonly amount: Condition;
}

type ColumnFor<C> =
  C extends Column<"text">
    ? TextColumn
    : C extends Column<"choice">
      ? ChoiceColumn
      : C extends Column<"date">
        ? DateColumn
        : C extends Column<"money">
          ? AmountColumn
          : SortedColumn;
/** Every column that a list declares, by its kind: a forgotten or misspelt one does not compile. */
export type FastColumnsOf<C extends Columns> = {
  readonly [Key in SortableKeyOf<{ readonly columns: C }>]: ColumnFor<C[Key]>;
};
export type FastColumns = Readonly<Record<string, SortedColumn>>;

/** The columns of one table. Its `search_text` holds all of a row's texts in lower case, under a trigram index. */
export const columnsOf = (table: string) => {
  const own = (column: string) => sql.raw(`${table}.${column}`);
  return {
    /** The trigram index finds candidates over all texts of a row; the column itself decides. */
    ownText: (column: string, sort: SortStrategy = nullableIndexSort(sql`${own(column)} collate "C"`)) => ({
      sort,
      filter: (typed: string): TextFilter => ({
        condition: sql`(${own("search_text")} like ${likePattern(lookedUp(typed))} and ${contains(sql.ref(`${table}.${column}`), typed)})`,
        isInTexts: true,
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

/** What is filtered: the declared columns, their SQL, and what the search looks through. */
export interface FilteredTable {
  readonly table: string;
  readonly declared: Columns;
  readonly columns: FastColumns;
  readonly search: (typed: string) => TextFilter;
}

export type ActiveTextFilter = TextFilter & { readonly key: string; readonly value: string };

const textFilter = (
  { columns, search }: FilteredTable,
  key: string,
  typed: string,
): TextFilter | undefined => {
  if (key === "search") return search(typed);
  const column = Object.hasOwn(columns, key) ? (columns[key] as Partial<TextColumn>) : {};
  return column.filter?.(typed);
};

/** What is typed into the filters, by its key: texts and the search. */
export const textFiltersOf = (from: FilteredTable, filters: Filters): ActiveTextFilter[] =>
  Object.entries(filters).flatMap(([key, value]) => {
    const filter = typeof value === "string" ? textFilter(from, key, value) : undefined;
    return filter ? [{ key, value: value as string, ...filter }] : [];
  });

/** What the chosen hierarchy groups leave, by the sites of the rows. */
export const groupFiltersOf = ({ table }: FilteredTable, filters: Filters): Condition[] =>
  groupFilters(sql.raw(`${table}.site_id`), filters);

/** The codes that are chosen, of the rows or of a rollup. One is compared by itself: an index has its rows in order. */
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
