import { writeXlsxStream, type XlsxStreamRow } from "hucre/xlsx";
import { cellText, WORKSHEET_ROWS } from "./cell-text.ts";

/** Text, exact amounts, counts or moments, and never a formula. */
export type CellKind = "text" | "number" | "money" | "date";
/** One column of a spreadsheet; its width is in letters. */
export interface WorkbookColumn {
  readonly label: string;
  readonly kind: CellKind;
  readonly width: number;
  /** Amounts that add up to nothing, such as running totals: the last row has no sum of them. */
  readonly isNotSummed?: true | undefined;
}
/** One row of a spreadsheet: a value for each column. */
export type WorkbookRow = readonly (string | number | null)[];

const FORMATS = { text: undefined, number: "#,##0", money: '"$"#,##0.00', date: "mmm dd yyyy h:mm AM/PM" };

/** A spreadsheet knows no time zones: a moment is written as a clock shows it, as if that were UTC. */
type Clock = (moment: Date) => number;

/** The clock of whoever exports. */
const ownClock: Clock = (moment) => moment.getTime() - moment.getTimezoneOffset() * 60_000;

type Cell = string | number | Date | null;

/** Text stays text whatever it begins with: a string cell is written for it, which is never computed. */
const cellFor = (kind: CellKind, given: string | number | null | undefined, clock: Clock): Cell => {
  if (given === null || given === undefined || given === "") return null;
  if (kind === "text") return cellText(String(given));
  return kind === "date" ? new Date(clock(new Date(given))) : Number(given);
};

/** Amounts travel with exactly two decimals, so their digits are their cents: the contract's reader would bring its schemas into the worker. */
const centsOf = (amount: string): bigint => BigInt(amount.replace(".", ""));

const isSummed = ({ kind, isNotSummed }: WorkbookColumn): boolean => kind === "money" && !isNotSummed;

/** The last row: what the money columns add up to, in whole cents until the very end. */
const totalRow = (columns: readonly WorkbookColumn[]) => {
  const sums = columns.map(() => 0n);
  return {
    add: (row: WorkbookRow): void => {
      for (const [index, column] of columns.entries()) {
        if (isSummed(column)) sums[index] = (sums[index] ?? 0n) + centsOf(String(row[index] ?? "0.00"));
      }
    },
    cells: (): Cell[] =>
      columns.map((column, index) => {
        if (isSummed(column)) return Number(sums[index]) / 100;
        return index === 0 ? "Total" : null;
      }),
  };
};

async function* linesOf(columns: readonly WorkbookColumn[], rows: AsyncIterable<WorkbookRow>, clock: Clock) {
  const total = totalRow(columns);
  for await (const row of rows) {
    total.add(row);
    yield columns.map(({ kind }, at) => cellFor(kind, row[at], clock));
  }
  if (columns.some(isSummed)) yield total.cells();
}

interface Workbook {
  readonly stream: ReturnType<typeof writeXlsxStream>;
  /** How many it took, once it is written. */
  readonly worksheets: () => number;
}

/**
 * The workbook as it is written: rows go in as they come and leave compressed. What one sheet does not hold goes on in
 * the next, under the same header; the total is the last row of the last.
 */
export const workbookOf = (
  name: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<WorkbookRow>,
  { worksheetRows = WORKSHEET_ROWS, clock = ownClock }: { worksheetRows?: number; clock?: Clock } = {},
): Workbook => {
  let lines = 0;
  async function* counted() {
    for await (const line of linesOf(columns, rows, clock)) {
      lines += 1;
      yield line as XlsxStreamRow;
    }
  }
  const stream = writeXlsxStream(counted(), {
    name,
    freezePane: { rows: 1 },
    maxRowsPerSheet: worksheetRows + 1,
    columns: columns.map(({ label, kind, width }) => ({
      header: cellText(label),
      width,
      numFmt: FORMATS[kind],
    })),
  });
  return { stream, worksheets: () => Math.max(1, Math.ceil(lines / worksheetRows)) };
};
