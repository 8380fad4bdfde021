import { randomUUID } from "node:crypto";
import { FILE_LIMITS } from "@mcc/contract/imports/file-imports.schema.ts";
import { SITE_COLUMN_KEYS, type SiteColumnKey, siteColumns } from "@mcc/contract/imports/site-columns.ts";
import type { RowError } from "@mcc/contract/kit/errors.ts";
import type { EnteredCompanies } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import { failRows, fileNameOf, type ImportFile, noCompany, readImportFile } from "./import-file.ts";
import { type Report, withProgress } from "./import-progress.service.ts";
import { planRows } from "./row-plans.service.ts";
import { hashesFor, saveBatch } from "./site-batch.service.ts";

const REQUIRED: readonly SiteColumnKey[] = ["name", "ecommerce_user_email", "ecommerce_username"];

const columns = SITE_COLUMN_KEYS.map((key) => ({
  key,
  header: siteColumns[key],
  required: REQUIRED.includes(key),
}));

interface FailedRow {
  readonly row: number | null;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

const rowErrors = (failed: readonly FailedRow[]): RowError[] =>
  failed.flatMap(({ row, errors }) =>
    errors.map(({ field, message }) => ({
      row: row ?? 0,
      column: siteColumns[field as SiteColumnKey] ?? field,
      message,
    })),
  );

/** Saves every site of a file, or none. It is an import of the company, which its admins can undo. */
const importRows = async (
  services: Services,
  companies: EnteredCompanies,
  { company, file }: ImportFile,
  report: Report,
): Promise<{ created: number }> => {
  const rows = (await readImportFile(file, columns, FILE_LIMITS.sites)).map(({ row, cells, problems }) => ({
    ...{ row, ...cells, problems: [...problems] },
  }));
  const plans = await companies.enter(
    company,
    async (scope) => {
      const planned = await planRows(scope, rows, { isUpsert: false });
      const failed = planned.filter(({ errors }) => errors.length > 0);
      return failed.length > 0 ? failRows(rowErrors(failed)) : planned;
    },
    noCompany,
  );
  const hashes = await hashesFor(plans, report);
  const fileName = file ? fileNameOf(file) : "";
  await companies.enter(company, async (scope) => {
    const batch = { id: randomUUID(), number: 0, fileName, isUpsert: false, rows, users: [] };
    const [sites] = await saveBatch(services, scope, batch, hashes);
    // Somebody was faster: what was saved of the others is rolled back.
    if (sites?.has_errors) failRows(rowErrors(sites.details));
  });
  return { created: rows.length };
};

/** The passwords take most of the time: a row is done when its password is hashed. */
export const importSites = (services: Services, companies: EnteredCompanies, given: ImportFile) =>
  withProgress(services, given.progress, (report) => importRows(services, companies, given, report));
