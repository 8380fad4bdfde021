import { Button, Popover } from "@mantine/core";
import { type ComponentType, type Ref, useEffect, useImperativeHandle } from "react";
import { ChoiceFilter } from "./resource-table-choice-filter.tsx";
import type { TableColumn } from "./resource-table-columns.ts";
import { type FilterProps, isFiltered, switchedOff } from "./resource-table-filters.ts";
import classes from "./resource-table-head.module.css";
import { TextFilter } from "./resource-table-text-filter.tsx";
import { tableTexts as says } from "./table.texts.ts";

/** The filter of a kind of column; only some columns have a calendar. */
export const loadFilter = async (kind: TableColumn["kind"]): Promise<ComponentType<FilterProps>> => {
  if (kind === "date") return (await import("./resource-table-date-filter.tsx")).DateFilter;
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
              change(switchedOff(column));
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
