import { ActionIcon } from "@mantine/core";
import { IconFilter, IconFilterFilled } from "@tabler/icons-react";
import { lazy, Suspense, useId, useState } from "react";
import { type FilterProps, isFiltered } from "./resource-table-filters.ts";
import classes from "./resource-table-head.module.css";
import { toast } from "./toast.ts";

/** What a filter is made of is an eighth of the page; whoever opens none does not load it. */
const loadPanel = () => import("./resource-table-filter-panel.tsx");
const FilterPanel = lazy(() => loadPanel().then(({ FilterPanel }) => ({ default: FilterPanel })));

/** The filter of one column, behind a button in its header that shows whether it is on. */
export const ColumnFilter = (props: Omit<FilterProps, "close">) => {
  const { column, state } = props;
  const [opened, setOpened] = useState(false);
  /** Known as soon as it was pressed. */
  const [button, setButton] = useState<HTMLElement>();
  const active = isFiltered(column, state);
  const id = useId();
  const load = async () => (await loadPanel()).loadFilter(column);
  const prepare = () => void load().catch(() => undefined); // whoever presses it is told
  const open = async (pressed: HTMLElement) => {
    await load();
    setButton(pressed);
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
      {button && (
        <Suspense fallback={null}>
          <FilterPanel {...props} {...{ id, button, opened }} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
};
