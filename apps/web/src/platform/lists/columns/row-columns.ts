import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { CellValue, Tones } from "../table/table-cell.tsx";
import { nodeIn } from "./row-groups.ts";
import type { TableColumn } from "./table-columns.ts";

/** The place of a column on a card; a `detail` is shown with its label. */
export type CardRole = "title" | "status" | "site" | "date" | "amount" | "detail" | "none";

/** In pixels: the width of a column when space is short, and its largest width. */
export type WidthLimits = readonly [least: number, most: number];

/** The display of one column. What is left out follows from the kind of the column. */
export interface RowColumn<Row> {
  readonly value: (row: Row) => CellValue;
  /** Only if the usual cell of its kind is not enough. */
  readonly cell?: (row: Row) => ReactNode;
  /** The text of each value of a choice, in the cell and in the filter. */
  readonly nameOf?: (value: string) => string;
  /** The color of each value of a choice. */
  readonly tones?: Tones;
  /** Only if the usual limits of its kind do not fit. */
  readonly width?: WidthLimits;
  /** Where space is short it is cut at this width already, because other columns say what matters more. */
  readonly readable?: number;
  /** The column is never narrower than its texts, up to its largest width. */
  readonly isWhole?: true;
  /** Its cell is a tag, which is never cut. */
  readonly isTag?: true;
  /** Pixels for an icon beside the text. */
  readonly beside?: number;
  /** The column identifies the record of a row. */
  readonly identifies?: true;
  /** The column is pinned, so that it stays in view in a narrow table. */
  readonly staysInView?: true;
  /** Its place on the card of a phone; by default, its kind decides. */
  readonly card?: CardRole;
  /** The value and the label in the spreadsheet, if they differ. */
  readonly spreadsheet?: (row: Row) => CellValue;
  readonly spreadsheetLabel?: string;
  /** Amounts that add up to nothing: the spreadsheet has no sum of them. */
  readonly isNotSummed?: true;
}

interface Declared {
  readonly columns: Columns;
  readonly row: z.ZodType;
}
export type RowOf<L extends Declared> = z.output<L["row"]> & object;

/** `value` may be left out if the row has a field with the key of the column. */
type ColumnEntry<Row, Key> = Key extends keyof Row
  ? Row[Key] extends CellValue
    ? Partial<RowColumn<Row>>
    : RowColumn<Row>
  : RowColumn<Row>;

/** One entry for each column of a declared list. A forgotten or misspelled column does not compile. */
export type RowColumns<L extends Declared> = {
  readonly [Key in keyof L["columns"] & string]: ColumnEntry<RowOf<L>, Key>;
};

/** A column as it is drawn and exported. */
export interface DrawnColumn<Row> extends TableColumn, RowColumn<Row> {}

type Entries<Row> = Readonly<Record<string, Partial<RowColumn<Row>>>>;

/** Merges a column with its entry; hierarchy groups have no entry. */
export const drawnColumn = <Row>(column: TableColumn, entries: Entries<Row>): DrawnColumn<Row> => {
  const { id, group } = column;
  const value = group
    ? (row: Row) => nodeIn(row, group.id)
    : (row: Row) => (row as Readonly<Record<string, CellValue>>)[id];
  return { ...column, value, ...entries[id] };
};
