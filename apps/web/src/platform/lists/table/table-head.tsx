import { ariaSort, ColumnName, SortButton, sortingOf } from "@mcc/ui/tables/sort-button.tsx";
import type { TableColumn } from "../columns/table-columns.ts";
import { type FilterProps, isFilterable } from "../filters/active-filters.ts";
import { ColumnFilter } from "../filters/column-filter.tsx";
import type { PlacedColumn } from "./columns/placed-columns.ts";
import classes from "./table-head.module.css";

interface HeadCellProps extends Omit<FilterProps, "close" | "column"> {
  readonly column: PlacedColumn;
}

/** The first press sorts these kinds in descending order: users look for the largest and the newest. */
const LARGEST_FIRST: readonly TableColumn["kind"][] = ["number", "money", "date"];

const ColumnSort = ({ column: { id, kind, label }, state, change }: HeadCellProps) => {
  const sorting = sortingOf(id, state.ordering);
  const first = LARGEST_FIRST.includes(kind) ? "descending" : "ascending";
  const isDescending = sorting === "none" ? first === "descending" : sorting === "ascending";
  return (
    <SortButton
      label={label}
      sorting={sorting}
      onClick={() => change({ ordering: isDescending ? `-${id}` : id })}
    />
  );
};

/** The header of a column: label, sorting and filter. */
export const HeadCell = (props: HeadCellProps) => {
  const { column, state } = props;
  const sorting = column.sortable ? sortingOf(column.id, state.ordering) : "none";
  return (
    <th
      scope="col"
      className={classes.cell}
      data-kind={column.kind}
      data-pin={column.pin && true}
      style={column.pin}
      aria-sort={ariaSort(sorting)}
    >
      <span className={classes.inside}>
        {column.sortable ? <ColumnSort {...props} /> : <ColumnName>{column.label}</ColumnName>}
        {isFilterable(column) && <ColumnFilter {...props} />}
      </span>
    </th>
  );
};
