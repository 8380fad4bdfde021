import type { Columns } from "@mcc/contract/kit/list.ts";
import { type ReactNode, useEffect, useRef } from "react";
import type { ListPatch } from "./list-state.ts";
import classes from "./resource-table.module.css";
import type { Arrangement } from "./resource-table-arrangement.ts";
import { EmptyRow, NoColumns, PlaceholderRows } from "./resource-table-body.tsx";
import type { TableColumn } from "./resource-table-columns.ts";
import { useScrollEdges } from "./resource-table-edges.ts";
import type { ActiveFilter, FilterProps } from "./resource-table-filters.ts";
import { HeadCell } from "./resource-table-head.tsx";
import { type RowLook, useTableModel } from "./resource-table-model.ts";
import { useRowKeys } from "./resource-table-rows.ts";
import { tableMessages as says } from "./table.messages.ts";

interface FrameProps<C extends Columns, Row extends object>
  extends Omit<FilterProps, "column" | "close" | "change"> {
  readonly label: string;
  readonly change: (patch: ListPatch) => void;
  readonly columns: readonly TableColumn[];
  readonly arrangement: Arrangement;
  readonly filters: readonly ActiveFilter[];
  readonly look: RowLook<C, Row>;
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** The rows are those of the page before. */
  readonly stale: boolean;
  readonly busy: boolean;
  readonly retry?: () => void;
  readonly actions?: (row: Row) => ReactNode;
  readonly open?: (row: Row) => void;
  readonly prefetch?: (row: Row) => void;
}

/** The table itself, which scrolls inside its own frame under a header that stays. */
export const TableFrame = <C extends Columns, Row extends object>(props: FrameProps<C, Row>) => {
  const { label, columns, arrangement, filters, look, rows, rowKey, stale, busy, retry, actions } = props;
  const { state, change, suggest, params } = props;
  const table = useTableModel(columns, look, rows, arrangement);
  const rowKeys = useRowKeys(props);
  const frame = useRef<HTMLElement>(null);
  useScrollEdges(frame);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its top
  useEffect(() => void frame.current?.scrollTo({ top: 0 }), [state.offset]);
  const shown = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
  const width = shown.length + (actions ? 1 : 0);
  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer, the keyboard scrolls it
      tabIndex={0}
    >
      <table className={classes.table} aria-busy={busy}>
        <thead>
          <tr>
            {shown.map((column) => (
              <HeadCell key={column.id} {...{ column, state, change, suggest, params }} />
            ))}
            {actions && (
              <th scope="col" className={classes.actionsHead}>
                {says.actions}
              </th>
            )}
          </tr>
        </thead>
        {rows === undefined && !retry && <PlaceholderRows columns={width} actions={actions !== undefined} />}
        {rows?.length === 0 || retry ? <EmptyRow columns={width} {...{ filters, change, retry }} /> : null}
        {rows !== undefined && rows.length > 0 && shown.length === 0 && <NoColumns columns={width} />}
        {rows !== undefined && rows.length > 0 && shown.length > 0 && (
          <tbody data-stale={stale || undefined}>
            {table.getRowModel().rows.map((row, index) => (
              <tr key={rowKey(row.original)} {...rowKeys(row.original, index)}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} data-kind={shown.find(({ id }) => id === cell.column.id)?.kind}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
                {actions && <td className={classes.actions}>{actions(row.original)}</td>}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
};
