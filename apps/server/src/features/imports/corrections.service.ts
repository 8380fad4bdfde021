import type { CorrectedRow, Corrections } from "@mcc/contract/imports/imports.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./imports.queries.ts";
import { planRows } from "./row-plans.service.ts";
import { saveRows } from "./save-rows.service.ts";
import { followChanges, hashesFor, keptRow } from "./site-batch.service.ts";
import { usersOfIds } from "./site-lookups.queries.ts";

type Given = Corrections["rows"];

/** The given rows that have not been saved yet, under their numbers in the sheet, and what saving them would do. */
const planCorrections = async (
  scope: CompanyScope,
  id: string,
  { isUpsert, given }: { readonly isUpsert: boolean; readonly given: Given },
) => {
  const states = await queries.rowStates(
    scope,
    id,
    given.map((row) => row.id),
  );
  if (states.length < given.length) fail("not_found");
  const stateOf = new Map(states.map((state) => [state.id, state]));
  const failed = given.filter((row) => stateOf.get(row.id)?.is_failed);
  const names = failed.flatMap(({ name }) => name?.trim() || []);
  const plans = await planRows(
    scope,
    failed.map((row) => ({ ...row, row: stateOf.get(row.id)?.row ?? undefined })),
    { isUpsert, earlier: await queries.savedNames(scope, id, names) },
  );
  return { failed, plans };
};

const saveCorrections = async (
  services: Services,
  scope: CompanyScope,
  { id, given, hashes }: { id: string; given: Given; hashes: ReadonlyMap<string, string> },
): Promise<CorrectedRow[]> => {
  const kept = (await queries.lockImport(scope, id)) ?? fail("not_found");
  if (kept.undone_at) fail("import.undone");
  const { failed, plans } = await planCorrections(scope, id, { isUpsert: kept.is_upsert, given });
  // In a hierarchy, nodes decide who sees a site.
  const users = scope.who.company?.has_company_hierarchy ? [] : await usersOfIds(scope, kept.users);
  const saved = await saveRows(services, scope, { plans, users, hashes });
  // The plans, and what became of them, are in the order of the rows.
  const rows = saved.map((one, at) => ({ ...keptRow(one), id: failed[at]?.id ?? 0 }));
  await queries.updateRows(scope, id, rows);
  const still = saved.filter(({ outcome }) => outcome === "failed").length;
  if (saved.length > 0)
    await addChangeEntry(scope, {
      action: "import.updated",
      record: { id, ...{ file_name: kept.file_name, failed: kept.failed - saved.length + still } },
      before: { id, ...{ failed: kept.failed } },
    });
  await followChanges(services, scope, saved);
  const errorsOf = new Map(rows.map((row, at) => [row.id, saved[at]?.errors ?? []]));
  return given.map((row) => {
    const errors = [...(errorsOf.get(row.id) ?? [])];
    return { id: row.id, is_saved: errors.length === 0, errors };
  });
};

/** Saves failed rows of an import with corrected cells. A row that was saved meanwhile stays as it is. */
export const correctRows = async (
  services: Services,
  transactions: CompanyTransactions,
  given: string | null,
  { rows }: Corrections,
): Promise<{ results: CorrectedRow[] }> => {
  const id = given ?? fail("not_found");
  const plans = await transactions.run(async (scope) => {
    const { is_upsert } = (await queries.findImport(scope, id)) ?? fail("not_found");
    return (await planCorrections(scope, id, { isUpsert: is_upsert, given: rows })).plans;
  });
  // Passwords are hashed before the transaction, since it takes a while.
  const hashes = await hashesFor(plans);
  return {
    results: await transactions.run((scope) => saveCorrections(services, scope, { id, given: rows, hashes })),
  };
};
