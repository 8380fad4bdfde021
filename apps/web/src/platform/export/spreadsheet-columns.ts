import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { CellKind } from "@mcc/contract/sheets/workbook.ts";
import type { z } from "zod";
import { type DrawnColumn, drawnColumn, type RowColumn, type RowOf } from "../lists/columns/row-columns.ts";
import { tableColumn } from "../lists/columns/table-columns.ts";
import { limitsOf } from "../lists/table/columns/column-sizes.ts";
import type { CellValue } from "../lists/table/table-cell.tsx";

interface Declared {
  readonly columns: Columns;
  readonly row: z.ZodType;
}
/** What a page says of the spreadsheet of its list. */
export interface SpreadsheetSpec<L extends Declared> {
  /** What is said when the export fails, where it has words of its own. */
  readonly failed?: string;
  /** Where the rows are read, if not where the list is. */
  readonly page?: Endpoint;
  /** Columns that come before those of the table. */
  readonly before?: readonly SpreadsheetColumn<RowOf<L>>[];
  /** Columns of the table that those before them have already. */
  readonly repeated?: readonly (keyof L["columns"] & string)[];
  /** The columns, for everybody. Without it they are those of the table. */
  readonly columns?: readonly (keyof L["columns"] & string)[];
}

/** One column of the spreadsheet, as the page fills it. */
export interface SpreadsheetColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly kind: CellKind;
  readonly value: (row: Row) => CellValue;
  /** In letters. */
  readonly width: number;
  readonly isNotSummed?: true | undefined;
}

const PIXELS_PER_LETTER = 8;
const KINDS: Partial<Record<DrawnColumn<unknown>["kind"], CellKind>> = {
  number: "number",
  money: "money",
  date: "date",
};

const toSpreadsheet = <Row>(column: DrawnColumn<Row>): SpreadsheetColumn<Row> => {
  const { id, label, kind, value, isNotSummed, spreadsheet = value, spreadsheetLabel = label } = column;
  const [, most] = limitsOf(column);
  const width = Math.max(Math.round(most / PIXELS_PER_LETTER), spreadsheetLabel.length + 2);
  return { id, label: spreadsheetLabel, kind: KINDS[kind] ?? "text", value: spreadsheet, width, isNotSummed };
};

/**
 * The columns of a spreadsheet, from those of the table that somebody sees; a column that is hidden until it is added
 * only where it is `shown`.
 */
export const spreadsheetColumns = <L extends Declared>(
  { before = [], repeated = [], columns }: SpreadsheetSpec<L>,
  list: L,
  entries: Readonly<Record<string, Partial<RowColumn<RowOf<L>>>>>,
  table: readonly DrawnColumn<RowOf<L>>[],
  shown: readonly string[] = [],
): SpreadsheetColumn<RowOf<L>>[] => {
  const drawn =
    columns?.map((id) => drawnColumn(tableColumn(id, list.columns), entries)) ??
    table.filter(({ id, hidden }) => !repeated.includes(id) && (!hidden || shown.includes(id)));
  return [...before, ...drawn.map(toSpreadsheet)];
};
