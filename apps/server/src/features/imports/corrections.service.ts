import type { CorrectedRow, Corrections } from "@mcc/contract/imports/imports.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { correctBudgets } from "./budgets/budget-batch.service.ts";
import * as queries from "./imports.queries.ts";
import { planRows } from "./row-plans.service.ts";
import { saveRows } from "./save-rows.service.ts";
import { assignable, followChanges, hashesFor, keptRow } from "./site-batch.service.ts";

type Given = Corrections["rows"];

/** The given rows that have not been saved yet. */
const failedOf = async (scope: CompanyScope, id: string, given: Given) => {
  const states = await queries.rowStates(
    scope,
    id,
    given.map((row) => row.id),
  );
  if (states.length < given.length) fail("not_found");
  const failed = new Set(states.flatMap((state) => (state.is_failed ? [state.id] : [])));
  return { states, failed: given.filter((row) => failed.has(row.id)) };
};

interface Wanted {
  readonly id: string;
  readonly isUpsert: boolean;
  readonly states: readonly queries.RowState[];
}

/** What saving these rows of sites, under their numbers in the sheet, would do. */
const planSites = async (scope: CompanyScope, failed: Given, { id, isUpsert, states }: Wanted) => {
  const numberOf = new Map(states.map((state) => [state.id, state.row]));
  const names = failed.flatMap(({ name }) => name?.trim() || []);
  return planRows(
    scope,
    failed.map((row) => ({ ...row, row: numberOf.get(row.id) ?? undefined })),
    { isUpsert, earlier: await queries.savedNames(scope, id, names) },
  );
};

const correctSites = async (
  services: Services,
  scope: CompanyScope,
  failed: Given,
  { users: given, hashes, ...wanted }: Wanted & { users: number[]; hashes: ReadonlyMap<string, string> },
) => {
  const plans = await planSites(scope, failed, wanted);
  // In a hierarchy, nodes decide who sees a site.
  const users = scope.who.company?.has_company_hierarchy ? [] : (await assignable(scope, given)).users;
  const saved = await saveRows(services, scope, { plans, users, hashes });
  await followChanges(services, scope, saved);
  // The plans, and what became of them, are in the order of the rows.
  return saved.map((one, at) => ({
    id: failed[at]?.id ?? 0,
    is_saved: one.errors.length === 0,
    errors: [...one.errors],
    kept: keptRow(one),
  }));
};

const saveCorrections = async (
  services: Services,
  scope: CompanyScope,
  { id, given, hashes }: { id: string; given: Given; hashes: ReadonlyMap<string, string> },
): Promise<CorrectedRow[]> => {
  const kept = (await queries.lockImport(scope, id)) ?? fail("not_found");
  if (kept.undone_at) fail("import.undone");
  const { states, failed } = await failedOf(scope, id, given);
  const wanted = { id, isUpsert: kept.is_upsert, states };
  const saved =
    kept.kind === "budgets"
      ? await correctBudgets(services, scope, failed, wanted)
      : await correctSites(services, scope, failed, { ...wanted, users: kept.users, hashes });
  await queries.updateRows(
    scope,
    id,
    saved.map((row) => ({ ...row.kept, id: row.id })),
  );
  const still = saved.filter(({ is_saved }) => !is_saved).length;
  if (saved.length > 0)
    await addChangeEntry(scope, {
      action: "import.updated",
      record: { id, ...{ file_name: kept.file_name, failed: kept.failed - saved.length + still } },
      before: { id, ...{ failed: kept.failed } },
    });
  const resultOf = new Map<number, CorrectedRow>(saved.map((row) => [row.id, row]));
  return given.map(({ id: row }) => resultOf.get(row) ?? { id: row, is_saved: true, errors: [] });
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
    const { kind, is_upsert: isUpsert } = (await queries.findImport(scope, id)) ?? fail("not_found");
    const { states, failed } = await failedOf(scope, id, rows);
    return kind === "sites" ? planSites(scope, failed, { id, isUpsert, states }) : [];
  });
  // Passwords are hashed before the transaction, since it takes a while.
  const hashes = await hashesFor(plans);
  return {
    results: await transactions.run((scope) => saveCorrections(services, scope, { id, given: rows, hashes })),
  };
};
