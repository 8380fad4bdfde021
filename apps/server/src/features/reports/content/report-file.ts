import { Readable } from "node:stream";
import { clockAt } from "@mcc/contract/notices/working-time.ts";
import type { WorkbookRow } from "@mcc/contract/sheets/workbook.ts";
import type { CellValue } from "./report-cells.ts";
import type { ReportColumn } from "./report-content.ts";

const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;
export type Format = keyof typeof TYPES;

const DAY_MS = 86_400_000;

/** As `clockAt`, which costs as much as the rest of a row: of most days one offset is all there is to know. */
const clockOf = (timeZone: string): ((moment: number) => number) => {
  const offsets = new Map<number, number | undefined>();
  const offsetAt = (moment: number) => clockAt(moment, timeZone) - moment;
  const offsetOf = (day: number): number | undefined => {
    if (!offsets.has(day)) {
      const [first, last] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS)];
      offsets.set(day, first === last ? first : undefined);
    }
    return offsets.get(day);
  };
  return (moment) => {
    const second = Math.floor(moment / 1_000) * 1_000;
    return second + (offsetOf(Math.floor(moment / DAY_MS)) ?? offsetAt(second));
  };
};
type Clock = ReturnType<typeof clockOf>;

/** The name of a file without what file systems refuse, with the day in the company's time zone. */
export const fileOf = (name: string, format: Format, timeZone: string, now: number) => {
  const day = new Date(clockAt(now, timeZone)).toISOString().slice(0, 10);
  const plain =
    name
      .replace(/[^\p{L}\p{N} _-]+/gu, " ")
      .replace(/\s+/g, " ")
      .trim() || "report";
  return { filename: `${plain} ${day}.${format}`, contentType: TYPES[format] };
};

/** What spreadsheet programs would compute when they open a CSV file. */
const LIKE_A_FORMULA = /^[=+\-@\t\r]/;

const csvText = (text: string): string => {
  const safe = LIKE_A_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvCell = ({ kind }: ReportColumn, value: CellValue, clock: Clock): string => {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "date")
    return new Date(clock(Date.parse(String(value)))).toISOString().slice(0, 16).replace("T", " ");
  return kind === "text" ? csvText(String(value)) : String(value);
};

const LINES_AT_ONCE = 500;

async function* csvOf(
  columns: readonly ReportColumn[],
  rows: AsyncIterable<object>,
  clock: Clock,
): AsyncGenerator<string> {
  // The mark tells spreadsheet programs that it is UTF-8.
  let lines = [`\uFEFF${columns.map(({ label }) => csvText(label)).join(",")}`];
  for await (const row of rows) {
    lines.push(columns.map((column) => csvCell(column, column.value(row), clock)).join(","));
    if (lines.length < LINES_AT_ONCE) continue;
    yield `${lines.join("\r\n")}\r\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join("\r\n")}\r\n`;
}

async function* cellsOf(columns: readonly ReportColumn[], rows: AsyncIterable<object>) {
  for await (const row of rows) yield columns.map(({ value }) => value(row) ?? null) as WorkbookRow;
}

/** Writes the file while the rows are being read, so that it is never in memory as a whole. */
export const writeFile = async (
  format: Format,
  name: string,
  columns: readonly ReportColumn[],
  rows: AsyncIterable<object>,
  timeZone: string,
): Promise<Readable> => {
  const clock = clockOf(timeZone);
  if (format === "csv") return Readable.from(csvOf(columns, rows, clock), { objectMode: false });
  const sheet =
    name
      .replace(/[[\]:*?/\\']/g, " ")
      .trim()
      .slice(0, 31) || "Report";
  const { workbookOf } = await import("@mcc/contract/sheets/workbook.ts");
  const { stream } = workbookOf(sheet, columns, cellsOf(columns, rows), {
    clock: (moment) => clock(moment.getTime()),
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
};
