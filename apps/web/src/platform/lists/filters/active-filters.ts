import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { rangeKeysOf as rangeKeys } from "@mcc/contract/kit/range-keys.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import { listTexts as says } from "../list.texts.ts";
import type { ListParams } from "../list-page.ts";
import type { ChangeList, ListPatch } from "../list-state.ts";
import { formatAmounts } from "./amount-range.ts";
import { daysOf, formatRange } from "./date-range.ts";

/** What every kind of filter is given. */
export interface FilterProps {
  readonly column: TableColumn;
  readonly state: ListQuery;
  readonly change: ChangeList;
  readonly suggest: Endpoint;
  readonly params?: ListParams;
  readonly close: () => void;
}

type Filtered = Pick<TableColumn, "id" | "kind" | "range">;

/** The two ends of the range of a date or an amount. */
export const rangeKeysOf = ({ id, kind, range }: Filtered) =>
  kind === "group" ? undefined : rangeKeys(id, { kind, range });

/** The parameters a column's filter is made of. */
export const filterKeysOf = (column: Filtered): readonly string[] => {
  const { id, kind } = column;
  const isSingle = kind === "text" || kind === "choice" || kind === "group";
  return rangeKeysOf(column) ?? (isSingle ? [id] : []);
};

/** The values that are chosen of a choice or a group. */
export const chosenOf = ({ id }: Filtered, state: ListQuery): readonly string[] =>
  (state[id] as readonly string[] | undefined) ?? [];

export const isFilterable = (column: TableColumn): boolean => filterKeysOf(column).length > 0;

export const isFiltered = (column: TableColumn, state: ListQuery): boolean =>
  filterKeysOf(column).some((key) => state[key] !== undefined);

/** Switched off, a filter leaves no parameter behind. */
export const clearedFilter = (column: TableColumn): ListPatch =>
  Object.fromEntries(filterKeysOf(column).map((key) => [key, undefined]));

export interface ActiveFilter {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** All of it, where the value says only how much there is. */
  readonly whole?: string;
  readonly off: ListPatch;
}

/** So many chosen values are named in a chip; of more it says how many. */
const NAMED_VALUES = 2;

/** What a column is filtered by, in words. */
export const filterText = (column: TableColumn, state: ListQuery): Pick<ActiveFilter, "value" | "whole"> => {
  const range = rangeKeysOf(column);
  if (range) {
    const [from, to] = range.map((key) => state[key]);
    return { value: column.kind === "date" ? formatRange(daysOf(from, to)) : formatAmounts(from, to) };
  }
  if (column.kind === "text") return { value: String(state[column.id]) };
  const chosen = chosenOf(column, state);
  const whole = chosen.join(", ");
  return chosen.length > NAMED_VALUES ? { value: says.values(chosen.length), whole } : { value: whole };
};

/** Columns somebody does not have can be filtered too, by a colleague's link: the filter is shown all the same. */
const otherColumns = (own: readonly TableColumn[], declared: Columns, state: ListQuery): TableColumn[] => {
  const groups = Object.keys(state).filter((key) => GROUP_KEY.test(key));
  const others = [
    ...Object.entries(declared).map(([id, column]) => ({ id, ...column, sortable: false })),
    ...groups.map((id) => ({ id, label: says.group, kind: "group" as const, sortable: false })),
  ];
  return others.filter(({ id }) => !own.some((column) => column.id === id));
};

/** Everything that narrows the list at the moment, the search included. */
export const activeFilters = (
  columns: readonly TableColumn[],
  declared: Columns,
  state: ListQuery,
): ActiveFilter[] => [
  ...(state.search
    ? [{ id: "search", label: "Search", value: state.search, off: { search: undefined } }]
    : []),
  ...[...columns, ...otherColumns(columns, declared, state)]
    .filter((column) => isFiltered(column, state))
    .map((column) => ({
      id: column.id,
      label: column.label,
      ...filterText(column, state),
      off: clearedFilter(column),
    })),
];

export const clearedFilters = (filters: readonly ActiveFilter[]): ListPatch =>
  Object.assign({}, ...filters.map(({ off }) => off));
