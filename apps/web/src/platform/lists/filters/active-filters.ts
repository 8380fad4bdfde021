import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import { listTexts as says } from "../list.texts.ts";
import type { ListParams } from "../list-page.ts";
import type { ChangeList, ListPatch } from "../list-state.ts";
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

/** The two ends of a date's range. */
export const rangeKeysOf = ({ id, range = id }: Filtered) => [`${range}_after`, `${range}_before`] as const;

/** The parameters a column's filter is made of. */
export const filterKeysOf = (column: Filtered): readonly string[] => {
  const { id, kind } = column;
  if (kind === "date") return rangeKeysOf(column);
  return kind === "text" || kind === "choice" || kind === "group" ? [id] : [];
};

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
  readonly off: ListPatch;
}

/** What a column is filtered by, in words. */
export const filterText = (column: TableColumn, state: ListQuery): string => {
  if (column.kind !== "date") return String(state[column.id]);
  const [after, before] = rangeKeysOf(column);
  return formatRange(daysOf(state[after], state[before]));
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
      value: filterText(column, state),
      off: clearedFilter(column),
    })),
];

export const clearedFilters = (filters: readonly ActiveFilter[]): ListPatch =>
  Object.assign({}, ...filters.map(({ off }) => off));
