import { AppError } from "@mcc/contract/kit/errors.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";
import { type CompanyScope, openScopeWith } from "./scope.ts";
import { withRetries } from "./transactions.ts";

const NO_USER = 0;

/**
 * Runs work in a company without a user: what single sign-on and the directory change. The audit names them instead of a
 * user. One transaction, repeated if PostgreSQL aborts it.
 */
export const runAsDirectory = <T>(
  { database, log }: { readonly database: Database; readonly log: Log },
  companyId: number,
  name: "Single sign-on" | "Directory",
  work: (scope: CompanyScope) => Promise<T>,
): Promise<T> =>
  withRetries({ method: "POST" }, async () => {
    const open = await openScopeWith(
      database,
      { userId: NO_USER, companyId, readOnly: false },
      {
        text: "select who::text, to_json(site_ids)::text as site_ids from tenant.enter_for_directory($1, $2)",
        values: [companyId, name],
      },
    ).catch((error) => {
      throw error instanceof AppError ? new AppError("not_found") : error;
    });
    try {
      const result = await work(open.company);
      await open.commit();
      open.runAfterCommit(log);
      return result;
    } catch (error) {
      await open.rollback();
      throw error;
    }
  });
