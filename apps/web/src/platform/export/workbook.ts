import { writeXlsxStream, type XlsxStreamRow } from "hucre/xlsx";
import { SHEET_ROWS, sheetText } from "./cell-text.ts";

/** One column of a spreadsheet. Its values are text, exact amounts, counts or moments, and never a formula. */
export interface ExportColumn<Row> {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "money" | "date";
  readonly value: (row: Row) => string | number | null;
  readonly width?: number;
}

const FORMATS = { text: undefined, number: "#,##0", money: '"$"#,##0.00', date: "mmm dd yyyy h:mm AM/PM" };
const WIDTHS = { text: 20, number: 8, money: 14, date: 22 };

/** A spreadsheet knows no time zones: the moment is written as the clock of whoever exports shows it. */
const wallClock = (iso: string): Date => {
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
};

type Cell = string | number | Date | null;

/** Text stays text whatever it begins with: a string cell is written for it, which is never computed. */
const cellFor = <Row>({ kind, value }: ExportColumn<Row>, row: Row): Cell => {
  const given = value(row);
  if (given === null || given === "") return null;
  if (kind === "text") return sheetText(String(given));
  return kind === "date" ? wallClock(String(given)) : Number(given);
};

/** Amounts travel with exactly two decimals, so their digits are their cents: the contract's reader would bring its schemas into the worker. */
const centsOf = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** The last row: what the money columns add up to, in whole cents until the very end. */
const totalRow = <Row>(columns: readonly ExportColumn<Row>[]) => {
  const sums = columns.map(() => 0n);
  return {
    add: (row: Row): void => {
      for (const [index, { kind, value }] of columns.entries()) {
        if (kind === "money") sums[index] = (sums[index] ?? 0n) + centsOf(String(value(row) ?? "0.00"));
      }
    },
    cells: (): Cell[] =>
      columns.map(({ kind }, index) => {
        if (kind === "money") return Number(sums[index]) / 100;
        return index === 0 ? "Total" : null;
      }),
  };
};

async function* linesOf<Row>(columns: readonly ExportColumn<Row>[], rows: AsyncIterable<Row>) {
  const total = totalRow(columns);
  for await (const row of rows) {
    total.add(row);
    yield columns.map((column) => cellFor(column, row));
  }
  if (columns.some(({ kind }) => kind === "money")) yield total.cells();
}

interface Workbook {
  readonly stream: ReadableStream<Uint8Array>;
  /** How many it took, once it is written. */
  readonly sheets: () => number;
}

/**
 * The workbook as it is written: rows go in as they come and leave compressed. What one sheet does not hold goes on in
 * the next, under the same header; the total is the last row of the last.
 */
export const workbookOf = <Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row>,
  sheetRows = SHEET_ROWS,
): Workbook => {
  let lines = 0;
  async function* counted() {
    for await (const line of linesOf(columns, rows)) {
      lines += 1;
      yield line as XlsxStreamRow;
    }
  }
  const stream = writeXlsxStream(counted(), {
    name,
    freezePane: { rows: 1 },
    maxRowsPerSheet: sheetRows + 1,
    columns: columns.map(({ label, kind, width }) => ({
      header: sheetText(label),
      width: width ?? WIDTHS[kind],
      numFmt: FORMATS[kind],
    })),
  });
  return { stream, sheets: () => Math.max(1, Math.ceil(lines / sheetRows)) };
};
