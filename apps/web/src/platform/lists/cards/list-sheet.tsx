import { Button, Drawer, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import type { TableColumn } from "../columns/table-columns.ts";
import {
  type ActiveFilter,
  clearedFilters,
  type FilterProps,
  isFilterable,
} from "../filters/active-filters.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "./list-sheet.module.css";
import { SheetFilter } from "./sheet-filter.tsx";
import { sortOptions } from "./sort-options.ts";

export interface SheetProps extends Omit<FilterProps, "column" | "close"> {
  readonly columns: readonly TableColumn[];
  readonly filters: readonly ActiveFilter[];
  /** The views of the list. */
  readonly views?: ReactNode;
  /** Further buttons of the list, such as Export. */
  readonly buttons?: ReactNode;
  /** The number of rows: "45 orders". */
  readonly count: string;
  readonly onClose: () => void;
}

/** Filters, sorting and views, which a wide window has in the toolbar and in the headers. */
export const ListSheet = ({ columns, filters, views, buttons, count, onClose, ...props }: SheetProps) => {
  const { state, change } = props;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="85%"
      title={says.sheet}
      closeButtonProps={{ "aria-label": says.close }}
      transitionProps={{ duration: 0 }}
      classNames={{ body: classes.body ?? "", content: classes.content ?? "" }}
    >
      <div className={classes.buttons}>
        {views}
        {buttons}
      </div>
      <NativeSelect
        label={says.sortBy}
        data={sortOptions(columns)}
        value={state.ordering}
        onChange={({ currentTarget }) => change({ ordering: currentTarget.value })}
      />
      <h2 className={classes.heading}>{says.filters}</h2>
      {columns.filter(isFilterable).map((column) => (
        <SheetFilter key={column.id} column={column} {...props} />
      ))}
      <div className={classes.end}>
        {filters.length > 0 && (
          <Button variant="default" onClick={() => change(clearedFilters(filters))}>
            {says.clearAll}
          </Button>
        )}
        <Button onClick={onClose}>{says.showResults(count)}</Button>
      </div>
    </Drawer>
  );
};
