import { ActionIcon } from "@mantine/core";
import { IconFilter, IconFilterFilled } from "@tabler/icons-react";
import { useId, useState } from "react";
import { toast } from "../../page/toast.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import classes from "../table/table-head.module.css";
import { type FilterProps, isFiltered } from "./active-filters.ts";

/** What a filter is made of is an eighth of the page; whoever opens none does not load it. */
const loadPanel = async ({ kind }: TableColumn) => {
  const { FilterPanel, loadFilter } = await import("./filter-panel.tsx");
  return { FilterPanel, Filter: await loadFilter(kind) };
};

/** What the first press brings: all of it is there when it is drawn, or the focus would go to an empty box. */
interface Panel extends Awaited<ReturnType<typeof loadPanel>> {
  readonly button: HTMLElement;
}

/** The filter of one column, behind a button in its header that shows whether it is on. */
export const ColumnFilter = (props: Omit<FilterProps, "close">) => {
  const { column, state } = props;
  const [opened, setOpened] = useState(false);
  const [panel, setPanel] = useState<Panel>();
  const active = isFiltered(column, state);
  const id = useId();
  const prepare = () => void loadPanel(column).catch(() => undefined); // whoever presses it is told
  const open = async (button: HTMLElement) => {
    setPanel({ ...(await loadPanel(column)), button });
    setOpened(true);
  };
  return (
    <>
      <ActionIcon
        className={classes.filter}
        variant={active ? "light" : "subtle"}
        color={active ? "accent" : "gray"}
        size={24}
        data-active={active || undefined}
        aria-label={`Filter ${column.label}${active ? " (on)" : ""}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ currentTarget }) => {
          if (opened) setOpened(false);
          else void open(currentTarget).catch(toast.failure);
        }}
      >
        {active ? <IconFilterFilled size={14} aria-hidden /> : <IconFilter size={14} aria-hidden />}
      </ActionIcon>
      {panel && (
        <panel.FilterPanel
          {...props}
          {...{ id, opened }}
          button={panel.button}
          Filter={panel.Filter}
          close={() => setOpened(false)}
        />
      )}
    </>
  );
};
