import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { addOrderAlerts } from "./order-alerts.queries.ts";
import { addRuleCountAlerts } from "./rules/rule-firing.queries.ts";
import { reviewTriggers } from "./trigger-access.service.ts";
import * as queries from "./trigger-firing.queries.ts";

export { lockProgress } from "./trigger-firing.queries.ts";

export const FIRE_TRIGGERS = "fire-triggers";

/** Orders in one transaction, and about how many triggers these may meet. */
const LIMITS = { orders: 1_000, triggers: 20_000 };

/** Requests the job that evaluates the triggers of a company's new orders; call it after the commit. */
export const fireTriggersSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(FIRE_TRIGGERS, { companyId }, String(companyId));

type Deps = Pick<Services, "database" | "changes">;

/**
 * Evaluates the triggers of the orders that have arrived. Each transaction takes some orders and writes their alerts, so
 * that nothing is lost or done twice wherever a process stops. Whoever lost access to a site gets no alerts about it:
 * triggers are compared with access first.
 */
export const fireTriggers = async (
  { database, changes }: Deps,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  await reviewTriggers(database, companyId, stopping);
  for (;;) {
    stopping.throwIfAborted();
    const alertIds = await platformTransaction(database, (db) => fireSome({ db, companyId }));
    if (!alertIds) return;
    announceAlerts(changes, companyId, alertIds);
  }
};

/** The newest new alerts of each user; nothing when there was no order. */
const fireSome = async (data: CompanyData): Promise<number[] | undefined> => {
  await queries.lockProgress(data);
  const orderIds = await queries.nextArrivals(data, LIMITS);
  if (orderIds.length === 0) return undefined;
  const [, ...written] = await Promise.all([
    queries.deleteArrivals(data, orderIds),
    queries.addCountAlerts(data, orderIds),
    addRuleCountAlerts(data, orderIds),
    addOrderAlerts(data, orderIds),
  ]);
  return written.flat();
};

/** Open pages show new alerts at once. */
export const announceAlerts = (
  changes: Services["changes"],
  companyId: number,
  alertIds: readonly number[],
): void => {
  if (alertIds.length > 0) changes.announce({ kind: "alert", companyId, alertIds });
};
