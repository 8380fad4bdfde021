import { detectDelimiter } from "hucre/csv";
import { cellMessages, sheetMessages as says } from "./sheet.messages.ts";
import { refuse, type SheetRow } from "./sheet.ts";
import { splitCsv } from "./split-csv.ts";

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

/** The beginning of a file tells its format and its delimiter. */
const BEGINNING = 100_000;

const toRow = (row: number, fields: readonly string[]): SheetRow => {
  const cells = fields.map((field) => field.trim());
  const formulas = cells.flatMap((cell, at) => (cell.startsWith("=") ? [[at, cellMessages.formula]] : []));
  return { row, cells, ...(formulas.length > 0 ? { problems: Object.fromEntries(formulas) } : {}) };
};

/** The rows of a CSV file, separated by commas, semicolons, tabs or bars. */
export function* csvRows(bytes: Uint8Array): Generator<SheetRow> {
  const text = decodeText(bytes);
  const beginning = text.slice(0, BEGINNING);
  if (text.includes("\0") || OTHER_FORMAT.test(beginning)) refuse(says.notSheet);
  let row = 0;
  for (const fields of splitCsv(text, detectDelimiter(beginning))) {
    row += 1;
    yield toRow(row, fields);
  }
}
