import { randomUUID } from "node:crypto";
import { directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import type {
  BatchResult,
  CellError,
  SiteBatch,
  SiteUploadRow,
} from "@mcc/contract/imports/imports.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import { decidedThere } from "../../platform/records/kept-by-directory.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { announceNewSites } from "../sites/site-records.service.ts";
import { hashPasswords } from "./hash-passwords.ts";
import type { Report } from "./import-progress.service.ts";
import * as queries from "./imports.queries.ts";
import { saveOnce } from "./imports.service.ts";
import { planRows, type RowPlan } from "./row-plans.service.ts";
import { type Saved, saveRows } from "./save-rows.service.ts";
import { usersOfIds } from "./site-lookups.queries.ts";

interface Batch {
  readonly id: string;
  readonly number: number;
  readonly fileName: string;
  readonly isUpsert: boolean;
  readonly rows: readonly SiteUploadRow[];
  readonly users: readonly number[];
}

const SENT_WITHOUT_A_FILE = "API";

const batchOf = ({ sites, users, import: whole }: SiteBatch, isUpsert: boolean): Batch => ({
  id: whole?.id ?? randomUUID(),
  number: whole?.batch ?? 0,
  fileName: whole?.file_name ?? SENT_WITHOUT_A_FILE,
  isUpsert,
  rows: sites,
  users: [...new Set(users)],
});

/** The hashed passwords of new shop users, by the names of their sites; before the transaction, since it takes a while. */
export const hashesFor = async (
  plans: readonly RowPlan[],
  report: Report = () => {},
): Promise<ReadonlyMap<string, string>> => {
  const needed = plans.flatMap(({ newPassword, name }) =>
    newPassword === undefined ? [] : [{ name, newPassword }],
  );
  let done = plans.length - needed.length;
  report(done, plans.length);
  const hashes = await hashPasswords(
    needed.map(({ newPassword }) => newPassword),
    () => report(++done, plans.length),
  );
  return new Map(needed.map(({ name }, at) => [name.toLowerCase(), hashes[at] ?? ""]));
};

const errorsOf = (failed: readonly { plan: RowPlan; errors: readonly CellError[] }[]): BatchResult => ({
  has_errors: failed.length > 0,
  details: failed.map(({ plan, errors }) => ({
    row: plan.row,
    name: plan.name,
    operation: plan.site ? "update" : "create",
    errors: [...errors],
  })),
});

/** Whom the sites of an import can be assigned to, and why not the others. */
export const assignable = async (scope: CompanyScope, given: readonly number[]) => {
  const known = await usersOfIds(scope, given);
  const kept = new Set((await decidedThere(scope, "sites", known)).map(({ id }) => id));
  const users = known.filter((id) => !kept.has(id));
  const refused = given.filter((id) => !users.includes(id));
  const result: BatchResult = {
    has_errors: refused.length > 0,
    details: refused.map((id) => ({
      row: null,
      name: String(id),
      operation: "create",
      errors: [
        { field: "users", message: kept.has(id) ? directoryMessages.decides : notFoundMessage("user") },
      ],
    })),
  };
  return { users, result };
};

/** A row as the import keeps it: the cells of those that were not saved, without their passwords. */
export const keptRow = ({ plan, errors, ...row }: Saved): queries.SavedRow => {
  const { password: _, ...cells } = plan.cells;
  return {
    ...row,
    row_number: plan.row,
    name: plan.name,
    ...(row.outcome === "failed" ? { cells, errors } : {}),
  };
};

/** What follows from sites that were created or updated. */
export const followChanges = async (
  services: Services,
  scope: CompanyScope,
  saved: readonly Saved[],
): Promise<void> => {
  const changed = saved.filter(({ outcome }) => outcome === "created" || outcome === "updated");
  if (changed.length === 0) return;
  await triggersFollowAccess(services, scope, { sites: changed.flatMap(({ site_id }) => site_id ?? []) });
  announceNewSites(services, scope);
};

/** Saves a batch of sites once. */
export const saveBatch = (
  services: Services,
  scope: CompanyScope,
  batch: Batch,
  hashes: ReadonlyMap<string, string>,
): Promise<BatchResult[]> =>
  saveOnce(scope, { ...batch, kind: "sites" }, async () => {
    const { id, isUpsert, rows } = batch;
    const { users, result } = await assignable(scope, batch.users);
    const earlier = await queries.savedNames(
      scope,
      id,
      rows.flatMap(({ name }) => name?.trim() || []),
    );
    const plans = await planRows(scope, rows, { isUpsert, earlier });
    const saved = await saveRows(services, scope, { plans, users, hashes });
    await queries.addRows(scope, id, saved.map(keptRow));
    await followChanges(services, scope, saved);
    return [errorsOf(saved.filter(({ outcome }) => outcome === "failed")), result];
  });

/** Creates or updates sites. A batch that was saved before gets the response of then. */
export const batchCreateSites = async (
  services: Services,
  transactions: CompanyTransactions,
  body: SiteBatch,
  isUpsert: boolean,
): Promise<BatchResult[]> => {
  const batch = batchOf(body, isUpsert);
  const prepared = await transactions.run(async (scope) => {
    if (scope.who.company?.has_company_hierarchy && batch.users.length > 0) fail("hierarchy.decides");
    const answered = await queries.findBatchReply(scope, batch.id, batch.number);
    return answered ? { answered } : { plans: await planRows(scope, batch.rows, { isUpsert }) };
  });
  if (prepared.answered) return prepared.answered;
  const hashes = await hashesFor(prepared.plans);
  return transactions.run((scope) => saveBatch(services, scope, batch, hashes));
};
