import { Button } from "@mantine/core";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { listTexts as says } from "../list.texts.ts";
import { type Selection, shareSelected } from "./selection.ts";
import classes from "./selection-boxes.module.css";

interface SelectProps<Row> {
  readonly selection: Selection<Row>;
  readonly listed: readonly Row[];
}

/** Selects all listed rows, or none of them. In the header, the column has a shorter label. */
export const SelectAll = <Row,>({
  selection,
  listed,
  label = says.selectAll,
}: SelectProps<Row> & { label?: string }) => {
  const offered = listed.filter(selection.isSelectable);
  const share = shareSelected(offered, selection.has);
  return (
    <label className={classes.selectAll}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={says.selectAll}
        checked={share === "all"}
        ref={(box) => {
          if (box) box.indeterminate = share === "some";
        }}
        disabled={offered.length === 0}
        onChange={() => selection.set(offered, share !== "all")}
      />
      {label}
    </label>
  );
};

export const SelectRow = <Row,>({ selection, listed, row }: SelectProps<Row> & { row: Row }) =>
  (selection.isSelectable(row) || selection.has(row)) && (
    // The whole cell is clickable: a checkbox alone is too small for a finger.
    <label className={classes.selectLabel}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={`${says.select} ${selection.nameOf(row)}`}
        checked={selection.has(row)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, listed, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );

/**
 * The number of selected rows, and whether they are on other pages. It keeps its space while nothing is selected, so
 * that nothing moves.
 */
export const SelectionNote = <Row,>({ selection, listed }: SelectProps<Row>) => {
  const { rows, has, clear } = selection;
  const elsewhere = rows.length - listed.filter(has).length;
  const words = [
    rows.length > 0 && says.selected(rows.length),
    elsewhere > 0 && says.selectedElsewhere(elsewhere),
  ];
  return (
    <div className={classes.note} data-selected-rows={rows.length || undefined}>
      <span role="status">{words.filter(Boolean).join(", ")}</span>
      <Button
        className={classes.clear}
        data-selected-none={rows.length === 0 || undefined}
        variant="subtle"
        size="compact-sm"
        {...softDisabled(rows.length > 0 ? clear : undefined)}
      >
        {says.clearSelection}
      </Button>
    </div>
  );
};
