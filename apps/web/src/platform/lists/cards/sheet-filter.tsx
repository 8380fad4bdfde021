import { UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type ComponentType, useId, useState } from "react";
import { toast } from "../../page/toast.ts";
import { type FilterProps, filterText, isFiltered } from "../filters/active-filters.ts";
import { loadFilter } from "../filters/filter-panel.tsx";
import { listTexts as says } from "../list.texts.ts";
import { useSearch } from "../list-state.ts";
import classes from "./list-sheet.module.css";

/** What opens at the lower edge would be below the buttons of the sheet. */
const showAll = (opened: HTMLElement | null) => opened?.scrollIntoView({ block: "nearest" });

/** The filter of one column in the sheet: label and current value; a press opens the filter below it. */
export const SheetFilter = (props: Omit<FilterProps, "close">) => {
  const { column, state } = props;
  const search = useSearch();
  const [Filter, setFilter] = useState<ComponentType<FilterProps>>();
  const id = useId();
  const close = () => setFilter(undefined);
  const open = async () => {
    const loaded = await loadFilter(column);
    setFilter(() => loaded);
  };
  const Icon = Filter ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.filter}>
      <UnstyledButton
        className={classes.name}
        aria-expanded={Filter !== undefined}
        aria-controls={Filter ? id : undefined}
        onClick={() => (Filter ? close() : void open().catch(toast.failure))}
      >
        {column.label}
        <span className={classes.value}>
          {isFiltered(column, state) ? filterText(column, state, search).value : says.any}
        </span>
        <Icon size={16} aria-hidden />
      </UnstyledButton>
      {Filter && (
        <div id={id} ref={showAll}>
          <Filter {...props} close={close} />
        </div>
      )}
    </div>
  );
};
