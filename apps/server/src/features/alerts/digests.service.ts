import { platformTransaction } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./digests.queries.ts";
import { addRuleDigestAlerts } from "./rules/rule-firing.queries.ts";
import { lockProgress } from "./trigger-firing.queries.ts";
import { announceAlerts, fireTriggers } from "./trigger-firing.service.ts";

/** Sites whose digests are written in one transaction. */
const SITES = 200;

type Deps = Pick<Services, "database" | "changes">;

/**
 * Writes the digests of the days and weeks that are over. How far they are is stored with the company, not told by the
 * clock: a run that was interrupted continues, and a clock that changes neither repeats nor skips anything.
 */
export const writeDigests = async (
  { database, changes }: Deps,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  // An order that has arrived is counted before its day ends.
  await fireTriggers({ database, changes }, companyId, stopping);
  await platformTransaction(database, async (db) => {
    await lockProgress({ db, companyId });
    await queries.endWindows({ db, companyId });
  });
  for (;;) {
    stopping.throwIfAborted();
    const written = await platformTransaction(database, async (db) => {
      const data = { db, companyId };
      await lockProgress(data);
      const ended = await queries.endedCounts(data, SITES);
      if (ended.length === 0) return undefined;
      const alerts: number[] = [];
      for (const [digest, sites] of Map.groupBy(ended, ({ digest }) => digest)) {
        const ids = sites.map(({ site_id }) => site_id);
        alerts.push(...(await queries.addDigestAlerts(data, digest, ids)));
        alerts.push(...(await addRuleDigestAlerts(data, digest, ids)));
      }
      return alerts;
    });
    if (!written) return;
    announceAlerts(changes, companyId, written);
  }
};
