/** One row of a spreadsheet. */
export interface SheetRow {
  /** Its number in the file, where the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** What is wrong with cells that are not plain text, by their column. */
  readonly problems?: Readonly<Record<number, string>>;
}

/** A spreadsheet as text, however its file was written. */
export interface Sheet {
  readonly headers: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** Checked before anything is unpacked or parsed, so that no file costs more memory than a page has. */
export const SHEET_LIMITS = {
  fileBytes: 10 * 1024 * 1024,
  unpackedBytes: 40 * 1024 * 1024,
  /** Parts of this size may be compressed as far as they like, larger ones to a hundredth. */
  freeBytes: 100 * 1024,
  ratio: 100,
  entries: 1_000,
  /** Tags in the sheets and in the other parts, such as the texts that cells have in common. */
  sheetElements: 2_500_000,
  otherElements: 700_000,
  /** Of one tag, one comment, or the text between two tags: more than the longest text of a cell has. */
  markupBytes: 256 * 1024,
  /** Of one element. */
  attributes: 200,
  rows: 20_000,
  /** Blank rows are read, too, and left out. */
  rowsWithBlanks: 60_000,
  /** Of a CSV file blank ones are counted, too. */
  columns: 100,
  /** Characters of one cell. */
  cell: 2_000,
  /** Characters of one row of a CSV file: more than its cells may have, with every character quoted. */
  rowCharacters: 500_000,
} as const;

/** A file that cannot be used; the message is for the user. */
export class SheetError extends Error {}

export const refuse = (message: string): never => {
  throw new SheetError(message);
};
