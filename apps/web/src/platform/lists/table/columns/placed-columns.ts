import type { CSSProperties } from "react";
import type { DrawnColumn } from "../../columns/row-columns.ts";
import type { TableColumn } from "../../columns/table-columns.ts";

/** A column with its position. Its styles refer to the custom properties that `useColumnWidths` sets. */
export interface PlacedColumn extends TableColumn {
  readonly width: CSSProperties;
  /** The styles of a pinned column. */
  readonly pin: CSSProperties | undefined;
}

/** The first column, the one that identifies the record, and those marked `staysInView` are pinned. */
export const placeColumns = <Row>(shown: readonly DrawnColumn<Row>[]): PlacedColumn[] =>
  shown.map((column, at) => {
    const isPinned = at === 0 || column.identifies || column.staysInView;
    return {
      ...column,
      width: { width: `var(--width-${at})` },
      pin: isPinned ? { left: `var(--left-${at})`, right: `var(--right-${at})` } : undefined,
    };
  });
