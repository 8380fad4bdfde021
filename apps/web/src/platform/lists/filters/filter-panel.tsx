import { Button } from "@mantine/core";
import { ButtonPopover } from "@mcc/ui/overlays/button-popover.tsx";
import type { ComponentType } from "react";
import type { TableColumn } from "../columns/table-columns.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "../table/table-head.module.css";
import { clearedFilter, type FilterProps, isFiltered } from "./active-filters.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { NamesFilter } from "./names-filter.tsx";
import { TextFilter } from "./text-filter.tsx";

/** Loads the filter of a column by its kind: only date filters need the calendar. */
export const loadFilter = async ({
  kind,
  several,
}: Pick<TableColumn, "kind" | "several">): Promise<ComponentType<FilterProps>> => {
  if (kind === "date") return (await import("./date-filter.tsx")).DateFilter;
  if (kind === "money") return (await import("./amount-filter.tsx")).AmountFilter;
  if (kind === "text") return several ? NamesFilter : TextFilter;
  return ChoiceFilter;
};

interface FilterPanelProps extends FilterProps {
  readonly id: string;
  /** The popover opens below this button, and the focus returns to it. */
  readonly button: HTMLElement;
  readonly Filter: ComponentType<FilterProps>;
  readonly opened: boolean;
}

/** The popover with the filter. */
export const FilterPanel = ({ id, button, Filter, opened, ...props }: FilterPanelProps) => {
  const { column, state, change, close } = props;
  return (
    <ButtonPopover
      {...{ id, button, opened, close }}
      label={`Filter ${column.label}`}
      className={classes.dropdown}
    >
      <Filter {...props} />
      {isFiltered(column, state) && (
        <Button
          variant="subtle"
          size="compact-sm"
          fullWidth
          mt={8}
          onClick={() => {
            change(clearedFilter(column));
            close();
          }}
        >
          {says.clearFilter}
        </Button>
      )}
    </ButtonPopover>
  );
};
