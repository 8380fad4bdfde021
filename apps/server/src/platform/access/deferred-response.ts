import type { CompanyScope } from "./scope.ts";

/** A response that is awaited after the commit: for work that waits for another server, and for `respondAfterCommit`. */
export class DeferredResponse<T> {
  readonly respond: () => Promise<T>;
  constructor(answer: () => Promise<T>) {
    this.respond = answer;
  }
}

/**
 * Returns a response that is read after the commit. Waits only until every statement is queued on the connection; then
 * the route sends the commit behind them, in the same round trip, so that locked rows are free one round trip earlier.
 * No statement may follow. When one fails, PostgreSQL skips those behind it, and the commit fails with the same error.
 */
export const respondAfterCommit = async <T>(
  scope: CompanyScope,
  response: Promise<T>,
): Promise<DeferredResponse<T>> => {
  response.catch(() => {}); // the commit reports it
  // Kysely passes a statement to its connection some promises later; this is queued after all of them.
  await scope.db.connection().execute(async () => {});
  return new DeferredResponse(() => response);
};
