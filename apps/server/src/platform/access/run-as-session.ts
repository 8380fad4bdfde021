import { can } from "@mcc/contract/access/permissions.ts";
import { AppError, type ErrorCode } from "@mcc/contract/kit/errors.ts";
import { type Database, isUnavailable } from "../db/database.ts";
import { openKeyOfSession } from "./keys/company-key-scope.ts";
import { type CompanyScope, continueOnReplica, openScope, openScopeWith } from "./scope.ts";

const ENDED: readonly ErrorCode[] = ["auth.required", "auth.network", "key.required"];

/** Runs work as the user of a session, or as the key that a link was made for; nothing when the session has ended, has no company, is one of support access or may not be used here. */
export const runAsSession = async <T>(
  database: Database,
  sessionId: string,
  work: (scope: CompanyScope) => Promise<T>,
  { readsReplica = false }: { readsReplica?: boolean } = {},
): Promise<T | undefined> => {
  try {
    const primary = await (openKeyOfSession(database, sessionId) ??
      openScope(database, { sessionId, token: "", readOnly: true }));
    let open = primary;
    try {
      if (readsReplica) open = await continueOnReplica(database, primary);
      const { who } = open.company;
      const mayRead = can(who, "company:member") && !who.must_enroll && !who.is_support;
      return mayRead ? await work(open.company) : undefined;
    } catch (error) {
      if (open === primary || !isUnavailable(error)) throw error;
      database.replica?.leaveOut();
      return await runAsSession(database, sessionId, work);
    } finally {
      await open.rollback(); // no database connection is used while a file is being sent
    }
  } catch (error) {
    if (error instanceof AppError && ENDED.includes(error.code)) return undefined;
    throw error;
  }
};

interface UserOfCompany {
  readonly companyId: number;
  readonly userId: number;
}

// The case makes the function wait for the company that the transaction is limited to.
const ENTER = `select who::text, to_json(site_ids)::text as site_ids
  from (select set_config('mcc.company_id', $2, true) as id) as company
  cross join lateral tenant.access_of_user(case when company.id is not null then $1::bigint end)`;

/**
 * Reads in a job what a user of a company would read in a request of theirs at this moment: by their own permissions and
 * sites, in a transaction that is limited to their company. Nothing when there is no such user.
 */
export const runAsUser = async <T>(
  database: Database,
  { companyId, userId }: UserOfCompany,
  work: (scope: CompanyScope) => Promise<T>,
): Promise<T | undefined> => {
  const enter = { text: ENTER, values: [userId, String(companyId)] };
  const open = await openScopeWith(database, { userId, companyId, readOnly: true }, enter).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "auth.required") return undefined;
      throw error;
    },
  );
  if (!open) return undefined;
  try {
    return await work(open.company);
  } finally {
    await open.rollback();
  }
};
