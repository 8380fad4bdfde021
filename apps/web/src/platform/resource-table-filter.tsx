import { ActionIcon, Button, Popover } from "@mantine/core";
import { IconFilter, IconFilterFilled } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { ChoiceFilter } from "./resource-table-choice-filter.tsx";
import { type FilterProps, isFiltered, switchedOff } from "./resource-table-filters.ts";
import classes from "./resource-table-head.module.css";
import { TextFilter } from "./resource-table-text-filter.tsx";
import { tableMessages as says } from "./table.messages.ts";

/** The calendar is a tenth of the page; whoever never opens it does not load it. */
const loadDates = () => import("./resource-table-date-filter.tsx");
const DateFilter = lazy(() => loadDates().then(({ DateFilter }) => ({ default: DateFilter })));

const FilterOf = (props: FilterProps) => {
  if (props.column.kind === "date") return <DateFilter {...props} />;
  return props.column.kind === "text" ? <TextFilter {...props} /> : <ChoiceFilter {...props} />;
};

/** The filter of one column, behind a button in its header that shows whether it is on. */
export const ColumnFilter = (props: Omit<FilterProps, "close">) => {
  const { column, state, change } = props;
  const [opened, setOpened] = useState(false);
  const active = isFiltered(column, state);
  const close = () => setOpened(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.filter}
          variant={active ? "light" : "subtle"}
          color={active ? "accent" : "gray"}
          size={24}
          data-active={active || undefined}
          aria-label={`Filter ${column.label}${active ? " (on)" : ""}`}
          onPointerEnter={column.kind === "date" ? () => void loadDates() : undefined}
          onClick={() => setOpened((now) => !now)}
        >
          {active ? <IconFilterFilled size={14} aria-hidden /> : <IconFilter size={14} aria-hidden />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={`Filter ${column.label}`}>
        <Suspense fallback={<div className={classes.waiting} />}>
          <FilterOf {...props} close={close} />
        </Suspense>
        {active && (
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
