import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { CellValue, Tones } from "../table/table-cell.tsx";
import { nodeIn } from "./row-groups.ts";
import type { TableColumn } from "./table-columns.ts";

/** What a column is on the card of a record; a `detail` stands there with its name. */
export type CardRole = "title" | "status" | "site" | "date" | "amount" | "detail" | "none";

/** In pixels: what a column gets where room is short, and what it takes at most where there is enough. */
export type WidthLimits = readonly [least: number, most: number];

/** What the web says of one column. Where it says nothing, the kind of the column decides. */
export interface RowColumn<Row> {
  readonly value: (row: Row) => CellValue;
  /** Only where the cell of its kind is not enough. */
  readonly cell?: (row: Row) => ReactNode;
  /** The color of each value of a choice. */
  readonly tones?: Tones;
  /** Only where the limits of its kind are not right. */
  readonly width?: WidthLimits;
  /** It tells which record a row is. */
  readonly identifies?: true;
  /** However narrow the table is, it is in view. */
  readonly staysInView?: true;
  /** What it is on the card that a phone draws of the record; by itself, its kind decides. */
  readonly card?: CardRole;
  /** What the spreadsheet has instead of the value, and instead of the label. */
  readonly spreadsheet?: (row: Row) => CellValue;
  readonly spreadsheetLabel?: string;
}

interface Declared {
  readonly columns: Columns;
  readonly row: z.ZodType;
}
export type RowOf<L extends Declared> = z.output<L["row"]> & object;

/** The value of a column may be left out where the row has one under the key of the column. */
type ColumnEntry<Row, Key> = Key extends keyof Row
  ? Row[Key] extends CellValue
    ? Partial<RowColumn<Row>>
    : RowColumn<Row>
  : RowColumn<Row>;

/** One entry for each column of a declared list: a forgotten or misspelt one does not compile. */
export type RowColumns<L extends Declared> = {
  readonly [Key in keyof L["columns"] & string]: ColumnEntry<RowOf<L>, Key>;
};

/** A column as it is drawn and exported. */
export interface DrawnColumn<Row> extends TableColumn, RowColumn<Row> {}

type Entries<Row> = Readonly<Record<string, Partial<RowColumn<Row>>>>;

/** Joins a column of the table with its entry; hierarchy groups need none. */
export const drawnColumn = <Row>(column: TableColumn, entries: Entries<Row>): DrawnColumn<Row> => {
  const { id, group } = column;
  const value = group
    ? (row: Row) => nodeIn(row, group.id)
    : (row: Row) => (row as Readonly<Record<string, CellValue>>)[id];
  return { ...column, value, ...entries[id] };
};
