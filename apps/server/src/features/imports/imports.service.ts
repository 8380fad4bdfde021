import type { BatchResult, Import } from "@mcc/contract/imports/imports.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { toImport } from "./imports.list.ts";
import * as queries from "./imports.queries.ts";

export const findImport = async (scope: CompanyScope, id: string | null): Promise<Import> =>
  toImport((id && (await queries.findImport(scope, id))) || fail("not_found"));

export const failedRows = async (scope: CompanyScope, id: string | null, window: Window) => {
  const { id: known } = await findImport(scope, id);
  return countedPage(await queries.failedRows(scope, known, window));
};

interface Batch extends queries.NewImport {
  readonly number: number;
}

/** Saves a batch and its response in one transaction, after whichever batch of the same import is being saved. */
export const saveOnce = async (
  scope: CompanyScope,
  { number, ...whole }: Batch,
  save: () => Promise<BatchResult[]>,
): Promise<BatchResult[]> => {
  const { id, kind, fileName, isUpsert, users } = whole;
  const isNew = await queries.addImport(scope, whole);
  const locked = await queries.lockImport(scope, id);
  if (locked?.kind !== kind) fail("not_found");
  const answered = await queries.findBatchReply(scope, id, number);
  if (answered) return answered;
  if (locked.undone_at) fail("import.undone");
  const record = { id, file_name: fileName, is_upsert: isUpsert, users };
  if (isNew) await addChangeEntry(scope, { action: "import.created", record });
  const reply = await save();
  await queries.addBatchReply(scope, id, number, reply);
  return reply;
};
