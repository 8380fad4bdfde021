import { Skeleton } from "@mantine/core";
import cards from "@mcc/ui/tables/record-card.module.css";
import { RecordCard } from "@mcc/ui/tables/record-card.tsx";
import { useEffect, useRef } from "react";
import type { CardRole } from "../columns/row-columns.ts";
import { SelectRow } from "../selection/selection-boxes.tsx";
import { useFocusAfterRemoval, useRowKeys } from "../table/row-keys.ts";
import { NothingToShow } from "../table/table-body.tsx";
import type { FrameProps } from "../table/table-frame.tsx";
import classes from "./card-list.module.css";
import { cardCell, cardColumns } from "./card-roles.ts";

const PLACEHOLDERS = ["a", "b", "c", "d", "e"];

/** The rows of a list on a phone, as cards. */
export const CardList = <Row extends object>(props: FrameProps<Row>) => {
  const { label, columns, arrangement, rows, rowKey, stale, busy, actions, selection, current, retry } =
    props;
  const frame = useRef<HTMLElement>(null);
  const listed = rows ?? [];
  const rowKeys = useRowKeys({
    open: props.open,
    prefetch: props.prefetch,
    toggle: selection && ((row: Row) => selection.toggle(row, listed)),
  });
  useFocusAfterRemoval(frame, rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current row changes
  useEffect(
    () => void frame.current?.querySelector("li[aria-current]")?.scrollIntoView({ block: "nearest" }),
    [current],
  );
  const isLoading = rows === undefined && !retry;
  return (
    <section ref={frame} aria-label={label} aria-busy={busy}>
      {(rows?.length === 0 || retry) && (
        <div className={classes.nothing}>
          <NothingToShow {...props} />
        </div>
      )}
      <ul className={cards.cards} data-stale={stale || undefined} aria-hidden={isLoading || undefined}>
        {isLoading &&
          PLACEHOLDERS.map((key) => (
            <RecordCard
              key={key}
              title={<Skeleton height={12} width={120} />}
              facts={[<Skeleton key="fact" height={12} my={5} width={200} />]}
            />
          ))}
        {listed.map((row, index) => {
          const cells = (role: CardRole) => cardColumns(columns, arrangement.shown, row, role);
          const drawn = (role: CardRole) =>
            cells(role).map((column) => <span key={column.id}>{cardCell(column, row)}</span>);
          const status = drawn("status");
          const amount = drawn("amount");
          return (
            <RecordCard
              key={rowKey(row)}
              data-row
              data-opens={props.open ? true : undefined}
              data-selected={selection?.has(row) || undefined}
              aria-current={rowKey(row) === current || undefined}
              {...rowKeys(row, index)}
              title={drawn("title")}
              status={status.length > 0 && status}
              facts={[...drawn("site"), ...drawn("date")]}
              amount={amount.length > 0 && amount}
              details={cells("detail").map((column) => [column.label, cardCell(column, row)])}
              actions={actions?.(row)}
              select={selection && <SelectRow selection={selection} listed={listed} row={row} />}
            />
          );
        })}
      </ul>
    </section>
  );
};
