import { writeXlsxStream, type XlsxStreamRow } from "hucre/xlsx";

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

/** Text stays text whatever it begins with: only a string cell is written for it, and string cells are not computed. */
const cellFor = <Row>({ kind, value }: ExportColumn<Row>, row: Row): Cell => {
  const given = value(row);
  if (given === null || given === "") return null;
  if (kind === "text") return String(given);
  return kind === "date" ? wallClock(String(given)) : Number(given);
};

/** Amounts travel with exactly two decimals, so their digits are their cents. */
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

/** The workbook as it is written: rows go in as they come and leave compressed. */
export const workbookOf = <Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row>,
): ReadableStream<Uint8Array> =>
  writeXlsxStream(linesOf(columns, rows) as AsyncIterable<XlsxStreamRow>, {
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ label, kind, width }) => ({
      header: label,
      width: width ?? WIDTHS[kind],
      numFmt: FORMATS[kind],
    })),
  });
