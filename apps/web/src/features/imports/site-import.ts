import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { batchCreateSites, checkSites } from "@mcc/contract/imports/imports.api.ts";
import { importMessages } from "@mcc/contract/imports/imports.messages.ts";
import type { BatchResult, SiteUploadRow } from "@mcc/contract/imports/imports.schema.ts";
import { type SiteColumnKey, siteColumns, siteColumnsOf } from "@mcc/contract/imports/site-columns.ts";
import { repeatedNames, siteRowRules } from "@mcc/contract/imports/site-rows.rules.ts";
import type { CellError, ImportColumn, MappedRow } from "@mcc/contract/sheets/sheet-columns.ts";
import { call } from "../../platform/api/call.ts";
import type { CheckedRow } from "../../platform/records/import/import-rows.ts";
import type { CheckRows } from "../../platform/records/import/use-checked-rows.ts";
import type { Upload } from "./sheet-upload.tsx";

type SiteRow = MappedRow<SiteColumnKey>;
type CheckedSite = CheckedRow<SiteColumnKey>;

/** The columns that sites of this company have. */
export const siteImportColumns = (company: SessionCompany): ImportColumn<SiteColumnKey>[] =>
  siteColumnsOf(company).map((key) => ({
    key,
    header: siteColumns[key],
    required: key === "name",
    secret: key === "password",
  }));

const bodyRow = ({ row, cells, problems }: SiteRow): SiteUploadRow => ({
  row,
  ...cells,
  ...(problems.length > 0 ? { problems: [...problems] } : {}),
});

const withoutRepeats = (errors: readonly CellError<SiteColumnKey>[]): CellError<SiteColumnKey>[] =>
  errors.filter(({ field }, at) => errors.findIndex((error) => error.field === field) === at);

/** Checks rows by the rules that the browser knows, and asks the server about those that pass them. */
export const siteChecker =
  (company: SessionCompany, isUpsert: boolean) =>
  (all: readonly SiteRow[]): CheckRows<SiteColumnKey> => {
    const rules = siteRowRules(company);
    const repeated = repeatedNames(all, ({ cells }) => cells.name ?? "");
    const errorsHere = (row: SiteRow): CellError<SiteColumnKey>[] => {
      const first = repeated.get(row);
      return withoutRepeats([
        ...row.problems,
        ...(first ? [{ field: "name" as const, message: importMessages.twiceInSheet(first.row) }] : []),
        ...rules(row.cells, isUpsert ? "update" : "create"),
      ]);
    };
    return async (rows, signal) => {
      const query = isUpsert ? { is_upsert: "true" as const } : {};
      const { results } = await call(checkSites, { query, body: { sites: rows.map(bodyRow) } }, signal);
      return rows.map((row, at): CheckedSite => {
        const answer = results[at];
        const errors = withoutRepeats([...errorsHere(row), ...(answer?.errors ?? [])]);
        const outcome = errors.length > 0 ? "error" : (answer?.outcome ?? "error");
        return { ...row, errors, outcome, changes: errors.length > 0 ? [] : (answer?.changes ?? []) };
      });
    };
  };

/** A row that the page knows to be wrong is sent with what is wrong, so that the import keeps it as failed. */
const failingRow = (row: CheckedSite): SiteUploadRow => ({
  ...bodyRow(row),
  ...(row.errors.length > 0 ? { problems: [...row.errors] } : {}),
});

export const sendSites = (
  { id, fileName, isUpsert, users }: Upload & { readonly users: readonly number[] },
  rows: readonly CheckedSite[],
  batch: number,
): Promise<BatchResult[]> =>
  call(batchCreateSites, {
    query: isUpsert ? { is_upsert: "true" } : {},
    body: { sites: rows.map(failingRow), users: [...users], import: { id, batch, file_name: fileName } },
  });
