import type { ReactNode } from "react";
import type { Selection } from "./selection.ts";
import classes from "./selection-bar.module.css";
import { SelectAll, SelectionNote } from "./selection-boxes.tsx";

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  readonly listed: readonly Row[];
  /** What is done with the selected rows. */
  readonly children: ReactNode;
}

/** On a phone: what is done with the selected rows, at the bottom edge as soon as one is selected. */
export const SelectionBar = <Row,>({ selection, listed, children }: SelectionBarProps<Row>) =>
  selection.rows.length > 0 && (
    <div className={classes.bar}>
      <SelectAll selection={selection} listed={listed} />
      <SelectionNote selection={selection} listed={listed} />
      {children}
    </div>
  );
