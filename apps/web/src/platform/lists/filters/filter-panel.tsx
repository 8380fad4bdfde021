import { Button, Popover } from "@mantine/core";
import { type ComponentType, type Ref, useEffect, useImperativeHandle } from "react";
import type { TableColumn } from "../columns/table-columns.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "../table/table-head.module.css";
import { clearedFilter, type FilterProps, isFiltered } from "./active-filters.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { TextFilter } from "./text-filter.tsx";

/** The filter of a kind of column; only some columns have a calendar. */
export const loadFilter = async (kind: TableColumn["kind"]): Promise<ComponentType<FilterProps>> => {
  if (kind === "date") return (await import("./date-filter.tsx")).DateFilter;
  if (kind === "money") return (await import("./amount-filter.tsx")).AmountFilter;
  return kind === "text" ? TextFilter : ChoiceFilter;
};

/** The button was there before its panel was loaded: it is handed over as it stands. */
const Held = ({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) => {
  useImperativeHandle(ref, () => element, [element]);
  return null;
};

interface FilterPanelProps extends FilterProps {
  readonly id: string;
  /** Where it hangs, and where the focus goes afterwards. */
  readonly button: HTMLElement;
  readonly Filter: ComponentType<FilterProps>;
  readonly opened: boolean;
}

/** The filter itself, below its button. */
export const FilterPanel = ({ id, button, Filter, opened, ...props }: FilterPanelProps) => {
  const { column, state, change, close } = props;
  // The focus goes back to the button, unless whoever closed it is elsewhere already.
  useEffect(() => {
    if (opened) return;
    const held = document.activeElement;
    const isFree = held === document.body || document.getElementById(id)?.contains(held);
    if (isFree) button.focus({ preventScroll: true });
  }, [opened, id, button]);
  return (
    <Popover
      opened={opened}
      onChange={(now) => now || close()}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      trapFocus
    >
      <Popover.Target>
        <Held element={button} />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        role="dialog"
        aria-label={`Filter ${column.label}`}
        tabIndex={-1}
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
      </Popover.Dropdown>
    </Popover>
  );
};
