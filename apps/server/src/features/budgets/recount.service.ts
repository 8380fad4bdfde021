import { displayName } from "@mcc/contract/access/session.ts";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./recount.queries.ts";
import { tellOwnersSoon } from "./tell-owners.service.ts";

export const RECOUNT_BUDGETS = "recount-budgets";

/** With more orders than this, a job computes a coverage, and the previous one holds until then. */
export const MOST_AT_ONCE = 2_000;
/** Orders moved by one statement. */
const CHUNK = 500;

/** Requests the job that computes the coverages of a company, one after the other. */
export const recountBudgets = (jobs: JobQueue, companyId: number): Promise<void> =>
  jobs.requestJob(RECOUNT_BUDGETS, { companyId }, String(companyId));

type MoveChunk = (orderIds: readonly number[]) => Promise<void>;

/** Moves the budget by every order that its new coverage may have, and by the others that it has entries of. */
export const moveOrdersInChunks = async (
  read: <T>(work: (data: CompanyData) => Promise<T>) => Promise<T>,
  coverage: queries.Coverage,
  move: MoveChunk,
): Promise<void> => {
  let place: queries.Place | undefined;
  for (;;) {
    const found = await read((data) => queries.nextOrders(data, coverage, place, CHUNK));
    if (found.length > 0) await move(found.map((order) => order.id));
    place = found.at(-1);
    if (found.length < CHUNK) break;
  }
  const left = await read((data) => queries.ordersLeft(data, coverage));
  for (let start = 0; start < left.length; start += CHUNK) await move(left.slice(start, start + CHUNK));
};

/**
 * Computes a new coverage from the orders: by a job if `later` or if there are many, otherwise at once. Then the caller
 * holds the lock of the company's coverages.
 */
export const startRecount = async (
  { jobs }: Services,
  scope: CompanyScope,
  id: number,
  revision: number,
  later: boolean,
): Promise<void> => {
  const { companyId } = scope;
  const coverage = await queries.findCoverage(scope, id, revision);
  if (later || (await queries.countOrders(scope, coverage, MOST_AT_ONCE + 1)) > MOST_AT_ONCE) {
    scope.afterCommit(() => recountBudgets(jobs, companyId));
    return;
  }
  const actor = { id: scope.who.id, name: displayName(scope.who) };
  const move: MoveChunk = async (orderIds) => {
    await queries.moveOne(scope, id, orderIds, actor);
  };
  await moveOrdersInChunks((work) => work(scope), coverage, move);
  await queries.finishRecount(scope, id);
  scope.afterCommit(() => tellOwnersSoon(jobs, companyId));
};
