import { IconChevronDown, IconChevronUp, IconSelector } from "@tabler/icons-react";
import { ColumnFilter } from "./resource-table-filter.tsx";
import { type FilterProps, isFilterable } from "./resource-table-filters.ts";
import classes from "./resource-table-head.module.css";

type HeadCellProps = Omit<FilterProps, "close">;

const ICONS = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };

const sortingOf = (id: string, ordering: string): keyof typeof ICONS => {
  if (ordering === id) return "ascending";
  return ordering === `-${id}` ? "descending" : "none";
};

const SortButton = ({ column: { id, label }, state, change }: HeadCellProps) => {
  const sorting = sortingOf(id, state.ordering);
  const Icon = ICONS[sorting];
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sorting !== "none" || undefined}
      onClick={() => change({ ordering: sorting === "ascending" ? `-${id}` : id })}
    >
      {label}
      <Icon size={14} aria-hidden />
    </button>
  );
};

/** A column's name, the way it is sorted, and its filter. */
export const HeadCell = (props: HeadCellProps) => {
  const { column, state } = props;
  const sorting = column.sortable ? sortingOf(column.id, state.ordering) : "none";
  return (
    <th
      scope="col"
      className={classes.cell}
      data-kind={column.kind}
      aria-sort={sorting === "none" ? undefined : sorting}
    >
      <span className={classes.inside}>
        {column.sortable ? <SortButton {...props} /> : <span className={classes.name}>{column.label}</span>}
        {isFilterable(column) && <ColumnFilter {...props} />}
      </span>
    </th>
  );
};
