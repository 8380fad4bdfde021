import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { cellMessages, sheetMessages as says } from "./sheet.messages.ts";
import { refuse, SHEET_LIMITS, type SheetRow } from "./sheet.ts";

/** Available in browsers and Node; the contract is compiled for both. */
declare const TextDecoder: {
  new (encoding: string, options?: { readonly fatal: boolean }): { decode(bytes: Uint8Array): string };
};

const ENCODINGS = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
] as const;
/** So many bytes tell UTF-16 without a byte order mark: Latin letters have a zero in every second byte. */
const SAMPLE = 1_000;
const MOST = 0.4;

const shareOfZeros = (bytes: Uint8Array, parity: 0 | 1): number => {
  const sample = bytes.subarray(0, SAMPLE);
  return sample.filter((byte, at) => byte === 0 && at % 2 === parity).length / Math.max(sample.length, 1);
};

const wideEncodingOf = (bytes: Uint8Array): string | undefined => {
  const marked = ENCODINGS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[1];
  if (shareOfZeros(bytes, 1) > MOST) return "utf-16le";
  return shareOfZeros(bytes, 0) > MOST ? "utf-16be" : undefined;
};

/** UTF-8 and UTF-16; anything else is what spreadsheet programs in Windows write. */
const decodeText = (bytes: Uint8Array): string => {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};

/** PDF, HTML, RTF, PostScript … are text at their beginning, too. */
const OTHER_FORMAT = /^\s*(?:<|%PDF|%!PS|\{\\rtf|GIF8|.PNG)/;

/** Added as a last row: an open quotation mark swallows it. */
const LAST_ROW = "end of the sheet";

const toRow = (row: number, fields: readonly unknown[]): SheetRow => {
  const cells = fields.map((field) => String(field ?? "").trim());
  const formulas = [...cells.entries()].filter(([, cell]) => cell.startsWith("="));
  if (formulas.length === 0) return { row, cells };
  return { row, cells, problems: Object.fromEntries(formulas.map(([at]) => [at, cellMessages.formula])) };
};

/** The rows of a CSV file, separated by commas, semicolons, tabs or bars. */
export function* csvRows(bytes: Uint8Array): Generator<SheetRow> {
  const text = decodeText(bytes);
  if (text.includes("\0") || OTHER_FORMAT.test(text)) refuse(says.notSheet);
  const withEnd = `${text}\n${LAST_ROW}`;
  let row = 0;
  let lastFields: readonly unknown[] = [];
  for (const fields of streamCsvRows(withEnd, { delimiter: detectDelimiter(text) })) {
    if (row > 0) yield toRow(row, lastFields);
    if (fields.length > SHEET_LIMITS.columns && fields.slice(SHEET_LIMITS.columns).some(Boolean)) {
      refuse(says.tooManyColumns);
    }
    lastFields = fields;
    row += 1;
  }
  if (lastFields.length !== 1 || lastFields[0] !== LAST_ROW) refuse(says.openQuote(row));
}
