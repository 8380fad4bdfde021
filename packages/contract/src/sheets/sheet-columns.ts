import type { SheetRow } from "./sheet.ts";

/** One column that an import knows. */
export interface ImportColumn<Field extends string> {
  readonly key: Field;
  /** As the spreadsheet should call it. */
  readonly header: string;
  /** Without it, no row can be imported. */
  readonly required?: boolean;
  /** Its values are not shown on the screen. */
  readonly secret?: boolean;
}

/** Which column of the sheet each known column is, by position; what is absent is not in the sheet. */
export type Mapping<Field extends string> = Readonly<Partial<Record<Field, number>>>;

/** Capitals, spaces and punctuation do not tell columns apart. */
const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** The columns of the sheet that are called as they should be, or as their field. */
export const mapColumns = <Field extends string>(
  columns: readonly ImportColumn<Field>[],
  headers: readonly string[],
): Mapping<Field> => {
  const found = columns.flatMap(({ key, header }) => {
    const at = headers.findIndex(
      (given) => given !== "" && [plain(header), plain(key)].includes(plain(given)),
    );
    return at < 0 ? [] : [[key, at] as const];
  });
  return Object.fromEntries(found) as Mapping<Field>;
};

export interface CellError<Field extends string> {
  readonly field: Field;
  readonly message: string;
}
/** A row of the sheet by the known columns; empty cells are left out. */
export interface MappedRow<Field extends string> {
  readonly row: number;
  readonly cells: Readonly<Partial<Record<Field, string>>>;
  /** What was wrong with its cells when the file was read. */
  readonly problems: readonly CellError<Field>[];
}

/** A row by the columns that were found. */
export const mapRow = <Field extends string>(
  { row, cells, problems }: SheetRow,
  entries: readonly (readonly [Field, number])[],
): MappedRow<Field> => {
  const mapped: Partial<Record<Field, string>> = {};
  const found: CellError<Field>[] = [];
  for (const [field, at] of entries) {
    const [cell, message] = [cells[at], problems?.[at]];
    if (cell) mapped[field] = cell;
    if (message) found.push({ field, message });
  }
  return { row, cells: mapped, problems: found };
};
