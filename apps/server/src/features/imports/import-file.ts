import { companyMessages } from "@mcc/contract/companies/companies.messages.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import { AppError, failField, type RowError } from "@mcc/contract/kit/errors.ts";
import { csvRows } from "@mcc/contract/sheets/csv-rows.ts";
import { sheetOf } from "@mcc/contract/sheets/read-rows.ts";
import { sheetMessages } from "@mcc/contract/sheets/sheet.messages.ts";
import { type Sheet, SheetError } from "@mcc/contract/sheets/sheet.ts";
import { type ImportColumn, type MappedRow, mapColumns, mapRow } from "@mcc/contract/sheets/sheet-columns.ts";
import type { WholeFile } from "../../platform/http/whole-file.ts";

/** A file that was sent, with the company it is for. */
export interface ImportFile {
  readonly company: number;
  readonly file: WholeFile | undefined;
  /** What its progress is asked for by. */
  readonly progress?: string | undefined;
}

export const noCompany = (): never => failField("company", companyMessages.noCompany);

const failFile = (message: string): never => failField("file", message);

const readCsv = async ({ bytes }: WholeFile): Promise<Sheet> => {
  try {
    return await sheetOf(csvRows(bytes));
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return failFile(error.message === sheetMessages.notSheet ? says.notCsv : error.message);
  }
};

/** A column that is not known may be a misspelled one, whose values would be lost. */
const mustHaveColumns = (columns: readonly ImportColumn<string>[], { headers, rows }: Sheet): void => {
  const mapping = mapColumns(columns, headers);
  const missing = columns.find(({ key, required }) => required && mapping[key] === undefined);
  if (missing) failFile(says.noColumn(missing.header));
  const known = new Set(Object.values(mapping));
  const unknown = headers.find((header, at) => header !== "" && !known.has(at));
  const names = columns.map(({ header }) => header);
  if (unknown) failFile(says.unknownColumn(unknown, names));
  const isUnnamed = rows.some(({ cells }) => cells.some((cell, at) => cell !== "" && !known.has(at)));
  if (isUnnamed) failFile(says.unnamedColumn);
};

/** The rows of a CSV file by its columns. A file that cannot be used is refused with a sentence. */
export const readImportFile = async <Field extends string>(
  file: WholeFile | undefined,
  columns: readonly ImportColumn<Field>[],
  most: number,
): Promise<MappedRow<Field>[]> => {
  const sheet = await readCsv(file ?? failFile(says.noFile));
  mustHaveColumns(columns, sheet);
  if (sheet.rows.length > most) failFile(says.tooManyRows(most));
  const entries = Object.entries(mapColumns(columns, sheet.headers)) as [Field, number][];
  return sheet.rows.map((row) => mapRow(row, entries));
};

/** The name of a file, as it is kept. */
export const fileNameOf = ({ name }: WholeFile): string =>
  name.replaceAll(/[^\P{C}]/gu, "").slice(-200) || "import.csv";

/** Refuses the file as a whole, by each of its wrong cells. */
export const failRows = (errors: readonly RowError[]): never => {
  const rows = new Set(errors.map(({ row }) => row)).size;
  throw new AppError("import.rows", { detail: says.rowsWrong(rows), errors });
};
