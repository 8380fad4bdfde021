import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { wholeName } from "@mcc/contract/kit/name-values.ts";
import { rangeKeysOf as rangeKeys } from "@mcc/contract/kit/range-keys.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import { listTexts as says } from "../list.texts.ts";
import type { ListParams } from "../list-page.ts";
import type { ChangeList, ListPatch, Search } from "../list-state.ts";
import { formatAmounts } from "./amount-range.ts";
import { presetNamed } from "./date-presets.ts";
import { daysOf, formatRange } from "./date-range.ts";

/** The props of every kind of filter. */
export interface FilterProps {
  readonly column: TableColumn;
  readonly state: ListQuery;
  readonly change: ChangeList;
  readonly suggest: Endpoint;
  readonly params?: ListParams;
  readonly close: () => void;
}

type Filtered = Pick<TableColumn, "id" | "kind" | "range">;

/** The query parameters of the range of a date or an amount column. */
export const rangeKeysOf = ({ id, kind, range }: Filtered) =>
  kind === "group" ? undefined : rangeKeys(id, { kind, range });

/** The query parameters of the filter of a column. */
export const filterKeysOf = (column: Filtered): readonly string[] => {
  const { id, kind } = column;
  const isSingle = kind === "text" || kind === "choice" || kind === "group";
  return rangeKeysOf(column) ?? (isSingle ? [id] : []);
};

/** The values of a choice, a group or a name. */
export const chosenOf = ({ id }: Filtered, state: ListQuery): readonly string[] =>
  (state[id] as readonly string[] | undefined) ?? [];

export const isFilterable = (column: TableColumn): boolean => filterKeysOf(column).length > 0;

export const isFiltered = (column: TableColumn, state: ListQuery): boolean =>
  filterKeysOf(column).some((key) => state[key] !== undefined);

/** Removes all query parameters of a filter. */
export const clearedFilter = (column: TableColumn): ListPatch =>
  Object.fromEntries(filterKeysOf(column).map((key) => [key, undefined]));

export interface ActiveFilter {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** The full text, if `value` has only the number of values. */
  readonly whole?: string;
  readonly off: ListPatch;
}

/** A chip names up to this many values; otherwise it shows their number. */
const NAMED_VALUES = 2;

/** The text of the filter of a column. A range of days may be a preset in the URL, which has a name. */
export const filterText = (
  column: TableColumn,
  state: ListQuery,
  search: Search,
): Pick<ActiveFilter, "value" | "whole"> => {
  const range = rangeKeysOf(column);
  if (range) {
    const preset = column.kind === "date" ? presetNamed(search[range[0]]) : undefined;
    if (preset) return { value: preset.label };
    const [from, to] = range.map((key) => state[key]);
    return { value: column.kind === "date" ? formatRange(daysOf(from, to)) : formatAmounts(from, to) };
  }
  const flag = state[column.id];
  if (typeof flag === "boolean") return { value: flag ? says.yes : says.no };
  if (column.kind === "text" && !column.several) return { value: String(state[column.id]) };
  const chosen = chosenOf(column, state);
  const nameOf = column.several ? wholeName : column.nameOf;
  const whole = chosen.map((value) => nameOf?.(value) ?? value).join(", ");
  return chosen.length > NAMED_VALUES ? { value: says.values(chosen.length), whole } : { value: whole };
};

interface Declared {
  readonly columns: Columns;
  readonly extraLabels?: Readonly<Record<string, string | undefined>> | undefined;
  readonly extraRanges?: Readonly<Record<string, string>> | undefined;
}

/** A link may filter by columns that this user does not have, and by what is no column: these filters are shown too. */
const otherColumns = (
  own: readonly TableColumn[],
  { columns, extraLabels = {}, extraRanges = {} }: Declared,
  state: ListQuery,
): TableColumn[] => {
  const named = (id: string, label: string) => ({ id, label, kind: "group" as const, sortable: false });
  const groups = Object.keys(state).filter((key) => GROUP_KEY.test(key));
  const others = [
    ...Object.entries(columns).map(([id, column]) => ({ id, ...column, sortable: false })),
    ...groups.map((id) => named(id, says.group)),
    ...Object.entries(extraLabels).map(([id, label]) => named(id, label ?? id)),
    ...Object.entries(extraRanges).map(([id, label]) => ({ ...named(id, label), kind: "date" as const })),
  ];
  return others.filter(({ id }) => !own.some((column) => column.id === id));
};

/** All active filters, including the search. */
export const activeFilters = (
  columns: readonly TableColumn[],
  declared: Declared,
  state: ListQuery,
  search: Search,
): ActiveFilter[] => [
  ...(state.search
    ? [{ id: "search", label: "Search", value: state.search, off: { search: undefined } }]
    : []),
  ...[...columns, ...otherColumns(columns, declared, state)]
    .filter((column) => isFiltered(column, state))
    .map((column) => ({
      id: column.id,
      label: column.label,
      ...filterText(column, state, search),
      off: clearedFilter(column),
    })),
];

export const clearedFilters = (filters: readonly ActiveFilter[]): ListPatch =>
  Object.assign({}, ...filters.map(({ off }) => off));
