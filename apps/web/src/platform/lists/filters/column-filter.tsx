import { ActionIcon } from "@mantine/core";
import { useLazyPopover } from "@mcc/ui/overlays/use-lazy-popover.ts";
import { IconFilter, IconFilterFilled } from "@tabler/icons-react";
import { toast } from "../../page/toast.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import classes from "../table/table-head.module.css";
import { type FilterProps, isFiltered } from "./active-filters.ts";

/** Filters are an eighth of the scripts of a page, so they are loaded when the first one is opened. */
const loadPanel = async (column: TableColumn) => {
  const { FilterPanel, loadFilter } = await import("./filter-panel.tsx");
  return { FilterPanel, Filter: await loadFilter(column) };
};

/** The filter button in the header of a column, which shows whether the filter is active, and the filter it opens. */
export const ColumnFilter = (props: Omit<FilterProps, "close">) => {
  const { column, state } = props;
  const active = isFiltered(column, state);
  const { button, panel, popover } = useLazyPopover(() => loadPanel(column), toast.failure);
  return (
    <>
      <ActionIcon
        className={classes.filter}
        variant={active ? "light" : "subtle"}
        color={active ? "accent" : "gray"}
        size={24}
        data-active={active || undefined}
        aria-label={`Filter ${column.label}${active ? " (on)" : ""}`}
        {...button}
      >
        {active ? <IconFilterFilled size={14} aria-hidden /> : <IconFilter size={14} aria-hidden />}
      </ActionIcon>
      {panel && popover && <panel.FilterPanel {...props} {...popover} Filter={panel.Filter} />}
    </>
  );
};
