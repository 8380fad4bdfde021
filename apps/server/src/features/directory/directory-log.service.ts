import type { CompanyScope } from "../../platform/access/scope.ts";
import type { KnownKey } from "../../platform/access/session-cache.ts";
import type { Services } from "../../platform/services.ts";
import type { Attempt } from "./attempt.ts";
import { addEntry, addEntryOf, findTokenName } from "./directory-log.queries.ts";

const DETAIL_MAX = 2_000;

const entryOf = ({ record_type, action, record, details }: Attempt) => ({
  record_type,
  action,
  record: record.slice(0, 255),
  detail: details.join(" ").slice(0, DETAIL_MAX),
});

/** Written in the transaction of the change, once. */
export const logDone = async ({ db, token }: CompanyScope, attempt: Attempt): Promise<void> => {
  if (attempt.isIdle || attempt.isLogged) return;
  attempt.isLogged = true;
  await addEntry(db, { ...entryOf(attempt), token, result: "Done" });
};

/** Written after the transaction was rolled back. */
export const logRefused = async (
  { database, log }: Services,
  { id, companyId }: KnownKey,
  attempt: Attempt,
  why: string,
): Promise<void> => {
  try {
    const token = await findTokenName(database.platform, id);
    if (!token || companyId === undefined) return;
    const entry = entryOf({ ...attempt, details: [why] });
    await addEntryOf(database.platform, {
      ...entry,
      company_id: companyId,
      token: token.name,
      result: "Refused",
    });
  } catch (error) {
    log.warn({ err: error }, "a refusal of the directory was not logged");
  }
};
