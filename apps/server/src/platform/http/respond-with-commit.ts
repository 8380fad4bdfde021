import type { CompanyScope } from "../access/scope.ts";
import { DeferredResponse } from "./routes.ts";

/**
 * Responds with the result of the last statement, and sends the commit together with it: the locked rows are not locked
 * for another round trip. Every statement must already have been sent, since none can follow the commit. When one
 * fails, PostgreSQL skips the following ones, and the commit fails with the same error.
 */
export const respondWithCommit = async <T>(
  scope: CompanyScope,
  response: Promise<T>,
): Promise<DeferredResponse<T>> => {
  response.catch(() => {}); // the commit reports it
  // Kysely passes a statement to its connection some promises later; this is queued after all of them.
  await scope.db.connection().execute(async () => {});
  return new DeferredResponse(() => response);
};
