import type { Session } from "@mcc/contract/access/session.ts";
import type { Column, Columns } from "@mcc/contract/kit/list-columns.ts";

/** One hierarchy group of the company, which becomes a column. */
export interface GroupColumn {
  readonly id: number;
  readonly name: string;
  /** The nodes of the group above the sites that the user may see. */
  readonly options: readonly string[];
}

/** A column in the table of the signed-in user. */
export interface TableColumn extends Omit<Column, "kind" | "shownTo" | "offers"> {
  readonly id: string;
  readonly kind: Column["kind"] | "group";
  readonly sortable: boolean;
  /** The text of a value of a choice, if the records hold a code. */
  readonly nameOf?: (value: string) => string;
  readonly group?: GroupColumn;
}

/** A declared column, for any user. */
export const tableColumn = (id: string, columns: Columns): TableColumn => {
  const { label, kind, options, typed, several, range, hidden } = columns[id] as Column;
  return { id, label, kind, options, typed, several, range, hidden, sortable: kind !== "display" };
};

const groupColumn = (group: GroupColumn): TableColumn => ({
  id: `group_${group.id}`,
  label: group.name,
  kind: "group",
  options: group.options,
  sortable: false,
  group,
});

interface ColumnOptions {
  /** The company's hierarchy groups, each of which becomes a column. */
  readonly groups?: readonly GroupColumn[];
  /** Rows can be selected: the checkboxes count as the first column. */
  readonly selectable?: boolean;
}

/**
 * The columns that the user may see. Hierarchy groups come after the first one, or after the second one if sites have a
 * location name.
 */
export const columnsFor = (
  columns: Columns,
  who: Session,
  { groups = [], selectable = false }: ColumnOptions = {},
): TableColumn[] => {
  const own = Object.keys(columns)
    .filter((id) => columns[id]?.shownTo?.(who) ?? true)
    .map((id) => tableColumn(id, columns))
    .map(({ options, ...column }) => ({
      ...column,
      options: options?.filter((option) => columns[column.id]?.offers?.(who, option) ?? true),
    }));
  const place = (who.company?.has_location_name_required ? 2 : 1) - (selectable ? 1 : 0);
  return [...own.slice(0, place), ...groups.map(groupColumn), ...own.slice(place)];
};
