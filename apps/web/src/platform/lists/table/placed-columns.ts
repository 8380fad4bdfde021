import type { CSSProperties } from "react";
import type { DrawnColumn } from "../columns/row-columns.ts";
import type { TableColumn } from "../columns/table-columns.ts";

/** A column in its place. Its styles refer to the custom properties that `useColumnWidths` sets. */
export interface PlacedColumn extends TableColumn {
  readonly width: CSSProperties;
  /** Of a column that stays in view. */
  readonly pin: CSSProperties | undefined;
}

/** Pinned are the first column, the one that tells which record a row is, and those that say so. */
export const placeColumns = <Row>(shown: readonly DrawnColumn<Row>[]): PlacedColumn[] =>
  shown.map((column, at) => {
    const isPinned = at === 0 || column.identifies || column.staysInView;
    return {
      ...column,
      width: { width: `var(--width-${at})` },
      pin: isPinned ? { left: `var(--left-${at})`, right: `var(--right-${at})` } : undefined,
    };
  });
