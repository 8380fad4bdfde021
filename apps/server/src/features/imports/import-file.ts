import { companyMessages } from "@mcc/contract/companies/companies.messages.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import { AppError, failField, type RowError } from "@mcc/contract/kit/errors.ts";
import { sheetOf } from "@mcc/contract/sheets/read-rows.ts";
import { sheetMessages } from "@mcc/contract/sheets/sheet.messages.ts";
import { type Sheet, SheetError } from "@mcc/contract/sheets/sheet.ts";
import { type ImportColumn, type MappedRow, mapColumns, mapRow } from "@mcc/contract/sheets/sheet-columns.ts";
import type { WholeFile } from "../../platform/input/upload.ts";
import { pauseForOthers } from "../../platform/pause-for-others.ts";

/** A file that was sent, with the company it is for. */
export interface ImportFile {
  readonly company: number;
  readonly file: WholeFile | undefined;
  /** What its progress is asked for by. */
  readonly progress?: string | undefined;
}

export const noCompany = (): never => failField("company", companyMessages.noCompany);

export const failFile = (message: string): never => failField("file", message);

/** A column that is not known may be a misspelled one, whose values would be lost. */
const mustHaveColumns = (columns: readonly ImportColumn<string>[], headers: readonly string[]): void => {
  const mapping = mapColumns(columns, headers);
  const missing = columns.find(({ key, required }) => required && mapping[key] === undefined);
  if (missing) failFile(says.noColumn(missing.header));
  const known = new Set(Object.values(mapping));
  const unknown = headers.find((header, at) => header !== "" && !known.has(at));
  const names = columns.map(({ header }) => header);
  if (unknown) failFile(says.unknownColumn(unknown, names));
};

let lastRead: Promise<unknown> = Promise.resolve();

/** Files are read one after the other: each takes some megabytes meanwhile. */
const afterOthers = <Result>(read: () => Promise<Result>): Promise<Result> => {
  const result = lastRead.then(read);
  lastRead = result.catch(() => {});
  return result;
};

/** The columns and the number of rows are checked while the file is read: what is not used takes no memory. */
const readCsv = async (
  { bytes }: WholeFile,
  columns: readonly ImportColumn<string>[],
  most: number,
): Promise<Sheet> => {
  try {
    return await afterOthers(async () => {
      await pauseForOthers();
      const { csvRows } = await import("@mcc/contract/sheets/csv-rows.ts");
      return sheetOf(csvRows(bytes), {
        checkHeaders: (headers) => mustHaveColumns(columns, headers),
        most,
        tooMany: says.tooManyRows(most),
        pause: pauseForOthers,
      });
    });
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return failFile(error.message === sheetMessages.notSheet ? says.notCsv : error.message);
  }
};

/** The rows of a CSV file by its columns. A file that cannot be used is refused with a sentence. */
export const readImportFile = async <Field extends string>(
  file: WholeFile | undefined,
  columns: readonly ImportColumn<Field>[],
  most: number,
): Promise<MappedRow<Field>[]> => {
  const { headers, rows } = await readCsv(file ?? failFile(says.noFile), columns, most);
  const entries = Object.entries(mapColumns(columns, headers)) as [Field, number][];
  const known = new Set(entries.map(([, at]) => at));
  const mapped: MappedRow<Field>[] = [];
  for (const row of rows) {
    await pauseForOthers();
    if (row.cells.some((cell, at) => cell !== "" && !known.has(at))) failFile(says.unnamedColumn);
    mapped.push(mapRow(row, entries));
  }
  return mapped;
};

/** The name of a file, as it is kept. */
export const fileNameOf = ({ name }: WholeFile): string =>
  name.replaceAll(/[^\P{C}]/gu, "").slice(-200) || "import.csv";

/** Refuses the file as a whole, by each of its wrong cells. */
export const failRows = (errors: readonly RowError[]): never => {
  const rows = new Set(errors.map(({ row }) => row)).size;
  throw new AppError("import.rows", { detail: says.rowsWrong(rows), errors });
};
