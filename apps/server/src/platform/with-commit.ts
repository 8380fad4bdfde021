import { Afterwards } from "./routes.ts";
import type { CompanyScope } from "./scope.ts";

/**
 * Answers with what was asked last, and sends the commit along with it: the rows a writer holds are then not held for
 * another turn. All of it must have been asked for already: behind the commit there is nothing left to ask. When one
 * statement fails, PostgreSQL skips those behind it, and the commit fails with the same error.
 */
export const withCommit = async <T>(scope: CompanyScope, asked: Promise<T>): Promise<Afterwards<T>> => {
  asked.catch(() => {}); // the commit says so
  // Kysely hands a statement to its connection some promises later; this waits in the same line, behind all of them.
  await scope.db.connection().execute(async () => {});
  return new Afterwards(() => asked);
};
