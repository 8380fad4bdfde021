import { can } from "@mcc/contract/access/permissions.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { Database } from "../db/database.ts";
import { type CompanyScope, openScope } from "./scope.ts";

/** Runs work as the user of a session; null when the session has ended or has no company. */
export const runAsSession = async <T>(
  database: Database,
  sessionId: string,
  work: (scope: CompanyScope) => Promise<T>,
): Promise<T | undefined> => {
  try {
    const open = await openScope(database, { sessionId, token: "", readOnly: true });
    try {
      return can(open.company.who, "company:member") ? await work(open.company) : undefined;
    } finally {
      await open.rollback(); // no database connection is used while a file is being sent
    }
  } catch (error) {
    if (error instanceof AppError && error.code === "auth.required") return undefined;
    throw error;
  }
};
