import { can } from "@mcc/contract/access/permissions.ts";
import { AppError, type ErrorCode } from "@mcc/contract/kit/errors.ts";
import { type Database, isUnavailable } from "../db/database.ts";
import { openKeyOfSession } from "./keys/company-key-scope.ts";
import { type CompanyScope, continueOnReplica, openScope } from "./scope.ts";

const ENDED: readonly ErrorCode[] = ["auth.required", "auth.network", "key.required"];

/** Runs work as the user of a session, or as the key that a link was made for; nothing when the session has ended, has no company or may not be used here. */
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
      return can(open.company.who, "company:member") && !open.company.who.must_enroll
        ? await work(open.company)
        : undefined;
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
