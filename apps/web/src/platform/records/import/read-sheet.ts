import { isStorable } from "@mcc/contract/kit/text.ts";
import { csvRows } from "./csv-rows.ts";
import { cellTexts, sheetTexts as texts } from "./sheet.texts.ts";
import { refuse, SHEET_LIMITS, type Sheet, type SheetRow } from "./sheet.ts";
import { xlsxRows } from "./xlsx-rows.ts";

const ZIP = [0x50, 0x4b];
/** The container of old Excel files and of protected new ones. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** By what the file holds, whatever it is called. */
const rowsOf = (bytes: Uint8Array): AsyncIterable<SheetRow> | Iterable<SheetRow> => {
  if (beginsWith(bytes, OLE)) return refuse(texts.oldOrProtected);
  return beginsWith(bytes, ZIP) ? xlsxRows(bytes) : csvRows(bytes);
};

const isBlank = ({ cells, problems }: SheetRow): boolean => !problems && cells.every((cell) => cell === "");

const problemOf = (cell: string): string | undefined => {
  if (cell.length > SHEET_LIMITS.cell) return cellTexts.tooLong;
  return isStorable(cell) ? undefined : cellTexts.unstorable;
};

/** A text that cannot be sent is emptied, and its problem noted. */
const checked = (given: SheetRow): SheetRow => {
  const { row, cells, problems } = given;
  const found = cells.flatMap((cell, at) => {
    const problem = problemOf(cell);
    return problem ? [[at, problem] as const] : [];
  });
  if (found.length === 0) return given;
  const all = { ...Object.fromEntries(found), ...problems };
  const emptied = new Set(found.map(([at]) => at));
  return { row, cells: cells.map((cell, at) => (emptied.has(at) ? "" : cell)), problems: all };
};

const headersOf = (first: SheetRow): string[] => {
  const headers = [...first.cells];
  while (headers.at(-1) === "") headers.pop();
  const named = headers.filter(Boolean).map((header) => header.toLowerCase());
  const twice = headers.find(
    (header) => header && named.indexOf(header.toLowerCase()) !== named.lastIndexOf(header.toLowerCase()),
  );
  if (twice) refuse(texts.headerTwice(twice));
  return headers;
};

/** Reads an Excel or CSV file into text. Refuses with a sentence for the user. */
export const readSheet = async (bytes: Uint8Array): Promise<Sheet> => {
  if (bytes.byteLength > SHEET_LIMITS.fileBytes) refuse(texts.tooLarge(bytes.byteLength));
  let headers: string[] | undefined;
  const rows: SheetRow[] = [];
  for await (const row of rowsOf(bytes)) {
    if (isBlank(row)) continue;
    if (!headers) {
      headers = headersOf(row);
      continue;
    }
    if (rows.length === SHEET_LIMITS.rows) refuse(texts.tooManyRows);
    rows.push(checked(row));
  }
  if (!headers || rows.length === 0) return refuse(texts.noRows);
  return { headers, rows };
};
