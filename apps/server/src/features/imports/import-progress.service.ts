import type { PlatformScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./import-progress.queries.ts";

const INTERVAL_MS = 500;

/** Nothing is known before the rows were checked, and after the end. */
export const findImportProgress = async ({ db }: PlatformScope, id: string) =>
  (await queries.findProgress(db, id)) ?? { done: 0, total: 0 };

/** How many of the rows are done. */
export type Report = (done: number, total: number) => void;

/** Runs an import that says how far it is, outside its transaction. It goes on if that cannot be stored. */
export const withProgress = async <Result>(
  { database, log }: Services,
  id: string | undefined,
  run: (report: Report) => Promise<Result>,
): Promise<Result> => {
  if (id === undefined) return run(() => {});
  const db = database.platform;
  const failed = (error: unknown) => log.warn({ err: error }, "the progress of an import was not stored");
  let reportedAt = 0;
  let storing: Promise<unknown> = Promise.resolve();
  const report: Report = (done, total) => {
    if (done < total && performance.now() - reportedAt < INTERVAL_MS) return;
    reportedAt = performance.now();
    storing = storing.then(() => queries.setProgress(db, { id, done, total })).catch(failed);
  };
  try {
    return await run(report);
  } finally {
    await storing;
    await queries.deleteProgress(db, id).catch(failed);
  }
};
