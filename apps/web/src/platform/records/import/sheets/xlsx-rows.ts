import { cellMessages, sheetMessages as says } from "@mcc/contract/sheets/sheet.messages.ts";
import { refuse, SHEET_LIMITS, SheetError, type SheetRow } from "@mcc/contract/sheets/sheet.ts";
import { type Cell, type CellValue, colToLetter, rangeRef, readXlsx, type Sheet } from "hucre/xlsx";
import { checkedZip } from "./zip-limits.ts";

/**
 * One column and many rows more than may be used, to notice that there are too many. What lies further out, after tens
 * of thousands of empty rows, is a stray cell.
 */
const READ_RANGE = `A1:${colToLetter(SHEET_LIMITS.columns)}${SHEET_LIMITS.rowsWithBlanks}`;

/** Digits that a number of a spreadsheet keeps exactly. */
const EXACT_DIGITS = 15;

const readFirstSheet = async (bytes: Uint8Array): Promise<Sheet> => {
  try {
    const { sheets } = await readXlsx(await checkedZip(bytes), { sheets: [0], range: READ_RANGE });
    return sheets[0] ?? refuse(says.noRows);
  } catch (error) {
    if (error instanceof SheetError) throw error;
    console.warn("The spreadsheet could not be read", error);
    return refuse(says.damaged);
  }
};

/** The text of a cell, or what is wrong with it. */
const readCell = (value: CellValue, cell: Cell | undefined): readonly [text: string, problem?: string] => {
  if (cell?.formula !== undefined) return [String(value ?? ""), cellMessages.formula];
  if (value === null || value === undefined) return [""];
  if (cell?.type === "error") return ["", cellMessages.error(String(value))];
  if (value instanceof Date) return [value.toISOString().slice(0, 10), cellMessages.date];
  if (typeof value === "boolean") return [String(value), cellMessages.truth];
  if (typeof value === "string") return [value.trim()];
  const text = String(value);
  const digits = text.replace(/\D/g, "").length;
  return digits > EXACT_DIGITS || text.includes("e") ? ["", cellMessages.number] : [text];
};

const mustNotBeMerged = ({ merges = [] }: Sheet): void => {
  const [first] = merges;
  if (first) refuse(says.merged(rangeRef(first.startRow, first.startCol, first.endRow, first.endCol)));
};

/** The rows of the first sheet of an Excel file. */
export async function* xlsxRows(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const sheet = await readFirstSheet(bytes);
  mustNotBeMerged(sheet);
  for (const [at, values] of sheet.rows.entries()) {
    if (values[SHEET_LIMITS.columns] !== undefined && values[SHEET_LIMITS.columns] !== null) {
      refuse(says.tooManyColumns);
    }
    const read = values.map((value, column) => readCell(value, sheet.cells?.get(`${at},${column}`)));
    const problems = read.flatMap(([, problem], column) => (problem ? [[column, problem] as const] : []));
    yield {
      row: at + 1,
      cells: read.map(([text]) => text),
      ...(problems.length > 0 ? { problems: Object.fromEntries(problems) } : {}),
    };
  }
}
