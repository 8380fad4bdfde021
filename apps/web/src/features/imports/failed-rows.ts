import { failedRows } from "@mcc/contract/imports/imports.api.ts";
import type { BatchResult } from "@mcc/contract/imports/imports.schema.ts";
import { type SiteCells, type SiteColumnKey, siteColumns } from "@mcc/contract/imports/site-columns.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { call } from "../../platform/api/call.ts";
import { toast } from "../../platform/page/toast.ts";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { saveSheet, type TextColumn } from "../../platform/records/import/sheets/write-sheet.ts";
import { uploadTexts as texts } from "./imports.texts.ts";

type Errors = readonly { readonly field: string; readonly message: string }[];
interface FailedRow {
  readonly cells: SiteCells;
  readonly errors: Errors;
}

export const headerOf = (field: string): string => siteColumns[field as SiteColumnKey] ?? field;
const reasonOf = (errors: Errors): string =>
  errors.map(({ field, message }) => importTexts.reasonOf(headerOf(field), message)).join(" ");

const REASON_WIDTH = 60;

/** Saves rows under the headers that an upload expects, with the reason beside the name, which an upload ignores. */
const saveRows = (rows: readonly FailedRow[], keys: readonly SiteColumnKey[]): Promise<void> =>
  saveSheet(
    texts.failedFile,
    keys
      .map((key): TextColumn => ({ header: siteColumns[key] }))
      .toSpliced(1, 0, { header: importTexts.reason, width: REASON_WIDTH }),
    rows.map(({ cells, errors }) => keys.map((key) => cells[key] ?? null).toSpliced(1, 0, reasonOf(errors))),
    texts.worksheet,
  );

/** The rows of this page that the server did not save, with their passwords, which only the page has. */
export const saveFailedRows = (
  rows: readonly { readonly row: number; readonly cells: SiteCells }[],
  details: BatchResult["details"],
  keys: readonly SiteColumnKey[],
): Promise<void> => {
  const errorsOf = new Map(details.map(({ row, errors }) => [row, errors]));
  return saveRows(
    rows.flatMap(({ row, cells }) => {
      const errors = errorsOf.get(row);
      return errors ? [{ cells, errors }] : [];
    }),
    keys,
  );
};

/** The failed rows of an earlier import, as the server has kept them. */
export const saveKeptFailedRows = async (id: string, keys: readonly SiteColumnKey[]): Promise<void> => {
  try {
    const { results } = await call(failedRows, { params: { id }, query: { limit: ALL_ROWS } });
    await saveRows(results, keys);
    toast.info(texts.passwordsGone);
  } catch (error) {
    console.error(texts.failedRowsFailed, error);
    toast.error(texts.failedRowsFailed);
  }
};

/** A spreadsheet with the headers only. */
export const saveTemplate = (keys: readonly SiteColumnKey[]): Promise<void> =>
  saveSheet(
    texts.templateFile,
    keys.map((key) => ({ header: siteColumns[key] })),
    [],
    texts.worksheet,
  );
