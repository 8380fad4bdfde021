import { cutTooltip } from "@mcc/ui/overlays/tooltip.ts";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { Arrangement } from "../columns/column-arrangement.ts";
import type { DrawnColumn } from "../columns/row-columns.ts";
import type { Density } from "../density.ts";
import type { ActiveFilter, FilterProps } from "../filters/active-filters.ts";
import { listTexts as says } from "../list.texts.ts";
import type { ListPatch } from "../list-state.ts";
import type { RowKey, Selection } from "../selection/selection.ts";
import { SelectAll, SelectRow } from "../selection/selection-boxes.tsx";
import { placeColumns } from "./columns/placed-columns.ts";
import { useColumnWidths } from "./columns/use-column-widths.ts";
import { useFocusAfterRemoval, useRowKeys } from "./row-keys.ts";
import { SkipToRows } from "./skip-to-rows.tsx";
import { EmptyRow, NoColumns, PlaceholderRows } from "./table-body.tsx";
import classes from "./table-frame.module.css";
import { HeadCell } from "./table-head.tsx";
import { useTableModel } from "./table-model.ts";

export interface FrameProps<Row extends object> extends Omit<FilterProps, "column" | "close" | "change"> {
  readonly label: string;
  readonly density: Density;
  /** For a user who has hidden all columns. */
  readonly restoreColumns: () => void;
  readonly change: (patch: ListPatch) => void;
  readonly columns: readonly DrawnColumn<Row>[];
  readonly arrangement: Arrangement;
  readonly filters: readonly ActiveFilter[];
  /** Undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => RowKey;
  /** The row that the side panel shows. */
  readonly current?: RowKey;
  readonly selection?: Selection<Row>;
  /** The rows are those of the previous page, while the next one loads. */
  readonly stale: boolean;
  readonly busy: boolean;
  readonly retry?: () => void;
  /** The error message if the rows could not be loaded. */
  readonly failed?: string;
  readonly firstRows?: ReactNode;
  readonly actions?: (row: Row) => ReactNode;
  /** The largest number of actions in a row. */
  readonly actionsAtMost?: number;
  readonly open?: (row: Row) => void;
  readonly prefetch?: (row: Row) => void;
}

interface HeldProps {
  /** They wait for others. */
  readonly isHeld: boolean;
  readonly marks: string;
  /** All else that they are rendered from. */
  readonly from: readonly unknown[];
  readonly children: () => ReactNode;
}

/** Rows that stay as they are, or wait for others, are not rendered again: an input shows its effect sooner. */
const HeldRows = memo(
  ({ children }: HeldProps) => children(),
  (before, { isHeld, marks, from }) =>
    before.marks === marks && (isHeld || from.every((one, at) => one === before.from[at])),
);

/** The table, which scrolls inside its frame under a sticky header. */
export const TableFrame = <Row extends object>(props: FrameProps<Row>) => {
  const { label, columns, arrangement, filters, rows, rowKey, stale, busy, actions } = props;
  const { actionsAtMost = 1 } = props;
  const { retry, failed, firstRows, state, change, suggest, params, selection, current } = props;
  const table = useTableModel(columns, rows, arrangement);
  const listed = rows ?? [];
  const rowKeys = useRowKeys({
    open: props.open,
    prefetch: props.prefetch,
    toggle: selection && ((row: Row) => selection.toggle(row, listed)),
  });
  const frame = useRef<HTMLElement>(null);
  useFocusAfterRemoval(frame, rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the page changes
  useEffect(() => void frame.current?.scrollTo({ top: 0 }), [state.offset]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current row changes
  useEffect(
    () => void frame.current?.querySelector("tr[aria-current]")?.scrollIntoView({ block: "nearest" }),
    [current],
  );
  const shown = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
  const placed = placeColumns(shown);
  useColumnWidths(frame, {
    label,
    shown,
    rows,
    selectable: selection !== undefined,
    actions: actions ? actionsAtMost : undefined,
  });
  const marks = [
    ...shown.map(({ id }) => id),
    current,
    ...listed.map((row) => selection?.has(row) && rowKey(row)),
  ].join();
  const width = shown.length + (actions ? 1 : 0) + (selection ? 1 : 0);
  return (
    <>
      {listed.length > 0 && <SkipToRows frame={frame} />}
      <section
        ref={frame}
        className={classes.frame}
        data-fills-window
        data-density={props.density}
        aria-label={label}
        {...scrollable}
      >
        <table className={classes.table} aria-busy={busy}>
          <colgroup>
            {selection && <col className={classes.selectColumn} />}
            {placed.map((column) => (
              <col key={column.id} style={column.width} />
            ))}
            {actions && <col className={classes.actionsColumn} />}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={classes.selectHead} data-screen-only>
                  <SelectAll selection={selection} listed={listed} label={says.select} />
                </th>
              )}
              {placed.map((column) => (
                <HeadCell key={column.id} {...{ column, state, change, suggest, params }} />
              ))}
              {actions && (
                <th scope="col" className={classes.actionsHead} data-screen-only>
                  {says.actions}
                </th>
              )}
            </tr>
          </thead>
          {rows === undefined && !retry && (
            <PlaceholderRows
              columns={placed}
              select={selection !== undefined}
              actions={actions !== undefined}
            />
          )}
          {rows?.length === 0 || retry ? (
            <EmptyRow columns={width} {...{ filters, change, retry, failed, firstRows }} />
          ) : null}
          {rows !== undefined && rows.length > 0 && shown.length === 0 && (
            <NoColumns columns={width} restore={props.restoreColumns} />
          )}
          {rows !== undefined && rows.length > 0 && shown.length > 0 && (
            <tbody data-stale={stale || undefined}>
              <HeldRows
                isHeld={stale}
                marks={marks}
                from={[rows, columns, rowKey, actions, selection, props.open, props.prefetch]}
              >
                {() =>
                  table.getRowModel().rows.map((row, index) => (
                    <tr
                      key={rowKey(row.original)}
                      data-row
                      data-opens={props.open ? true : undefined}
                      data-selected={selection?.has(row.original) || undefined}
                      aria-current={rowKey(row.original) === current || undefined}
                      {...rowKeys(row.original, index)}
                    >
                      {selection && (
                        <td className={classes.select} data-screen-only>
                          <SelectRow selection={selection} listed={listed} row={row.original} />
                        </td>
                      )}
                      {row.getVisibleCells().map((cell, at) => (
                        <td
                          key={cell.id}
                          data-kind={placed[at]?.kind}
                          data-pin={placed[at]?.pin && true}
                          style={placed[at]?.pin}
                          {...cutTooltip}
                        >
                          <table.FlexRender cell={cell} />
                        </td>
                      ))}
                      {actions && (
                        <td className={classes.actions} data-screen-only>
                          {actions(row.original)}
                        </td>
                      )}
                    </tr>
                  ))
                }
              </HeldRows>
            </tbody>
          )}
        </table>
      </section>
    </>
  );
};
