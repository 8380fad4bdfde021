import type { CompanyScope } from "../access/scope.ts";
import { DeferredResponse } from "./routes.ts";

/**
 * Answers with what was asked last, and sends the commit along with it: the rows a writer holds are then not held for
 * another turn. All of it must have been asked for already: behind the commit there is nothing left to ask. When one
 * statement fails, PostgreSQL skips those behind it, and the commit fails with the same error.
 */
export const respondWithCommit = async <T>(
  scope: CompanyScope,
  response: Promise<T>,
): Promise<DeferredResponse<T>> => {
  response.catch(() => {}); // the commit says so
  // Kysely hands a statement to its connection some promises later; this waits in the same line, behind all of them.
  await scope.db.connection().execute(async () => {});
  return new DeferredResponse(() => response);
};
