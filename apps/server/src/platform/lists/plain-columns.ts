import type { Column } from "@mcc/contract/kit/list-columns.ts";
import { rangeKeysOf } from "@mcc/contract/kit/range-keys.ts";
import { sql } from "kysely";
import { naturalSort } from "../db/natural-sort.ts";
import { amountRange, type Condition, contains, dateRange } from "./list.ts";
import { isNamed, namesGiven } from "./name-filter.ts";

/** The SQL of a column: an expression for its value, or a query for its several values. */
export type ColumnSource<Scope> =
  | { readonly value: Condition; readonly found?: Condition; readonly isRequired?: true }
  | {
      readonly values: (scope: Scope) => Condition;
      readonly firstValues?: ((scope: Scope) => Condition | undefined) | undefined;
    };

/** A column with one value in each row, such as `sites.name`. A filter by a part of it looks into `found`, if that is more. */
export const value = (expression: Condition, found = expression) => ({ value: expression, found });
/** A column with a value in every row: it can be sorted along an index in both directions. */
export const requiredValue = (expression: Condition) => ({ value: expression, isRequired: true }) as const;
/**
 * A column with several values in each row: a query that returns them in a column named `value`. To sort many rows by
 * their first value, a query for the first values of all rows, as `id` and `value`, is faster than one for each row.
 */
export const values = <Scope>(
  query: (scope: Scope) => Condition,
  firstValues?: (scope: Scope) => Condition | undefined,
) => ({ values: query, firstValues });

export type Filters = Readonly<Record<string, unknown>>;

/** The SQL of a column in one request. */
export interface ReadColumn {
  readonly key: string;
  readonly column: Column;
  /** Its value in a row; the first one if it has several. */
  readonly own: Condition;
  /** What its filter looks into. */
  readonly found: Condition;
  /** No row is without a value. */
  readonly isRequired?: boolean;
  /** The query for its values if it has several. */
  readonly several?: Condition;
  /** The query for the first values of all rows, if there is one. */
  readonly firstValues?: Condition | undefined;
}

export const readColumn = <Scope>(
  key: string,
  column: Column,
  source: ColumnSource<Scope>,
  scope: Scope,
): ReadColumn => {
  if ("value" in source) {
    const { value: own, found = own, isRequired } = source;
    return { key, column, own, found, isRequired };
  }
  const several = source.values(scope);
  const own = sql`(select min(value) from (${several}) as each)`;
  return { key, column, own, found: own, several, firstValues: source.firstValues?.(scope) };
};

/** The conditions of the filters of one column. */
export const filterBy = ({ key, column, own, found, several }: ReadColumn, filters: Filters): Condition[] => {
  const range = rangeKeysOf(key, column);
  if (range) {
    const [from, to] = range.map((end) => filters[end]);
    return column.kind === "date" ? dateRange(own, from, to) : amountRange(own, from, to);
  }
  const given = filters[key];
  if (given === undefined) return [];
  const matches = (text: Condition, part = text) => {
    if (column.kind === "choice") return sql`${text} = any(${given})`;
    return column.several ? isNamed(text, namesGiven(given), part) : contains(part, String(given));
  };
  if (!several) return [matches(own, found)];
  return [sql`exists (select from (${several}) as each where ${matches(sql`each.value`)})`];
};

/** Texts are sorted in natural order; missing values come last in both directions. */
export const sortBy = ({ column, own, isRequired }: ReadColumn, direction: Condition): Condition =>
  sql`${["text", "choice"].includes(column.kind) ? naturalSort(own) : own} ${direction}${isRequired ? sql`` : sql` nulls last`}`;
