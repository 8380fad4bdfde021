import { displayName } from "@mcc/contract/access/session.ts";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./recount.queries.ts";
import { tellOwnersSoon } from "./tell-owners.service.ts";

export const RECOUNT_BUDGET = "recount-budget";

/** With more orders than this, a job computes a coverage, and the previous one holds until then. */
export const MOST_AT_ONCE = 2_000;
/** Orders moved by one statement. */
const CHUNK = 500;

export const recountSoon = (jobs: JobQueue, { companyId, id }: { companyId: number; id: number }): void =>
  jobs.requestJobSoon(RECOUNT_BUDGET, { companyId, id }, `${companyId}/${id}`);

type MoveChunk = (orderIds: readonly number[]) => Promise<void>;

/** Moves the budget by every order that its new coverage may have, and by the others that it has entries of. */
export const walkOrders = async (
  read: <T>(work: (data: CompanyData) => Promise<T>) => Promise<T>,
  id: number,
  revision: number,
  move: MoveChunk,
): Promise<void> => {
  let place: queries.Place | undefined;
  for (;;) {
    const found = await read((data) => queries.nextOrders(data, id, revision, place, CHUNK));
    if (found.length > 0) await move(found.map((order) => order.id));
    place = found.at(-1);
    if (found.length < CHUNK) break;
  }
  const left = await read((data) => queries.ordersLeft(data, id, revision));
  for (let start = 0; start < left.length; start += CHUNK) await move(left.slice(start, start + CHUNK));
};

/**
 * Computes a new coverage from the orders: at once, or by a job if there are many. The caller holds the lock of the
 * company's coverages.
 */
export const startRecount = async (
  { jobs }: Services,
  scope: CompanyScope,
  id: number,
  revision: number,
  mostAtOnce = MOST_AT_ONCE,
): Promise<void> => {
  const { companyId } = scope;
  if ((await queries.countOrders(scope, id, revision, mostAtOnce + 1)) > mostAtOnce) {
    scope.afterCommit(() => jobs.requestJob(RECOUNT_BUDGET, { companyId, id }, `${companyId}/${id}`));
    return;
  }
  const actor = { id: scope.who.id, name: displayName(scope.who) };
  const move: MoveChunk = async (orderIds) => {
    await queries.moveOne(scope, id, orderIds, actor);
  };
  await walkOrders((work) => work(scope), id, revision, move);
  await queries.finishRecount(scope, id);
  scope.afterCommit(() => tellOwnersSoon(jobs, companyId));
};
