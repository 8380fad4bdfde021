import { csvRows } from "@mcc/contract/sheets/csv-rows.ts";
import { sheetOf } from "@mcc/contract/sheets/read-rows.ts";
import { sheetMessages as says } from "@mcc/contract/sheets/sheet.messages.ts";
import { refuse, SHEET_LIMITS, type Sheet, type SheetRow } from "@mcc/contract/sheets/sheet.ts";
import { xlsxRows } from "./xlsx-rows.ts";

const ZIP = [0x50, 0x4b];
/** The container of old Excel files and of protected new ones. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** By what the file holds, whatever it is called. */
const rowsOf = (bytes: Uint8Array): AsyncIterable<SheetRow> | Iterable<SheetRow> => {
  if (beginsWith(bytes, OLE)) return refuse(says.oldOrProtected);
  return beginsWith(bytes, ZIP) ? xlsxRows(bytes) : csvRows(bytes);
};

/** Reads an Excel or CSV file into text. Refuses with a sentence for the user. */
export const readSheet = async (bytes: Uint8Array): Promise<Sheet> => {
  if (bytes.byteLength > SHEET_LIMITS.fileBytes) refuse(says.tooLarge(bytes.byteLength));
  return sheetOf(rowsOf(bytes));
};
