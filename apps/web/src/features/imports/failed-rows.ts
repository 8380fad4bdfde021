import { budgetColumns, budgetColumnsOf } from "@mcc/contract/imports/budget-columns.ts";
import { failedRows } from "@mcc/contract/imports/imports.api.ts";
import type { BatchResult, Import, ImportColumnKey } from "@mcc/contract/imports/imports.schema.ts";
import { siteColumns, siteColumnsOf } from "@mcc/contract/imports/site-columns.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { call } from "../../platform/api/call.ts";
import { toast } from "../../platform/page/toast.ts";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { saveSheet, type TextColumn } from "../../platform/records/import/sheets/write-sheet.ts";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";

type Errors = readonly { readonly field: string; readonly message: string }[];
/** The cells of a row by their columns, of any kind. */
export type ImportCells = Readonly<Partial<Record<ImportColumnKey, string>>>;
interface FailedRow {
  readonly cells: ImportCells;
  readonly errors: Errors;
}

const HEADERS: Readonly<Record<ImportColumnKey, string>> = { ...siteColumns, ...budgetColumns };
export const headerOf = (field: string): string => HEADERS[field as ImportColumnKey] ?? field;

export const columnKeysOf = (
  kind: Import["kind"],
  company: Parameters<typeof siteColumnsOf>[0],
): ImportColumnKey[] => (kind === "sites" ? siteColumnsOf(company) : budgetColumnsOf(company));
const reasonOf = (errors: Errors): string =>
  errors.map(({ field, message }) => importTexts.reasonOf(headerOf(field), message)).join(" ");

const REASON_WIDTH = 60;

/** Saves rows under the headers that an upload expects, with the reason beside the name, which an upload ignores. */
const saveRows = (
  kind: Import["kind"],
  rows: readonly FailedRow[],
  keys: readonly ImportColumnKey[],
): Promise<void> =>
  saveSheet(
    kindTexts[kind].failedFile,
    keys
      .map((key): TextColumn => ({ header: HEADERS[key] }))
      .toSpliced(1, 0, { header: importTexts.reason, width: REASON_WIDTH }),
    rows.map(({ cells, errors }) => keys.map((key) => cells[key] ?? null).toSpliced(1, 0, reasonOf(errors))),
    kindTexts[kind].records,
  );

/** The rows of this page that the server did not save, with their passwords, which only the page has. */
export const saveFailedRows = (
  kind: Import["kind"],
  rows: readonly { readonly row: number; readonly cells: ImportCells }[],
  details: BatchResult["details"],
  keys: readonly ImportColumnKey[],
): Promise<void> => {
  const errorsOf = new Map(details.map(({ row, errors }) => [row, errors]));
  return saveRows(
    kind,
    rows.flatMap(({ row, cells }) => {
      const errors = errorsOf.get(row);
      return errors ? [{ cells, errors }] : [];
    }),
    keys,
  );
};

/** The failed rows of an earlier import, as the server has kept them. */
export const saveKeptFailedRows = async (
  { id, kind }: Pick<Import, "id" | "kind">,
  keys: readonly ImportColumnKey[],
): Promise<void> => {
  try {
    const { results } = await call(failedRows, { params: { id }, query: { limit: ALL_ROWS } });
    await saveRows(kind, results, keys);
    if (kind === "sites") toast.info(texts.passwordsGone);
  } catch (error) {
    console.error(texts.failedRowsFailed, error);
    toast.error(texts.failedRowsFailed);
  }
};

/** A spreadsheet with the headers only. */
export const saveTemplate = (kind: Import["kind"], keys: readonly ImportColumnKey[]): Promise<void> =>
  saveSheet(
    kindTexts[kind].templateFile,
    keys.map((key) => ({ header: HEADERS[key] })),
    [],
    kindTexts[kind].records,
  );
