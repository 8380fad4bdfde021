import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { lockCoverages } from "./budgets.queries.ts";
import * as queries from "./recount.queries.ts";
import { moveOrdersInChunks, RECOUNT_BUDGETS, recountBudgets } from "./recount.service.ts";
import { tellOwnersSoon } from "./tell-owners.service.ts";

type Deps = Omit<Services, "jobs">;

const ACTOR = { id: null, name: "Recount" };
/** Beyond this number the orders to read are not counted. */
const MOST_COUNTED = 1_000_000;

/** The coverage was computed by another process, or another one has taken its place. */
class Superseded extends Error {}

export const recountJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: RECOUNT_BUDGETS,
    concurrency: 2,
    work: async ({ companyId: given }, stopping) => {
      const companyId = Number(given);
      const unfinished = () => queries.findUnfinished(services.database.platform, companyId);
      const id = await unfinished();
      if (id === undefined) return;
      await recount(services, companyId, id, stopping);
      tellOwnersSoon(jobs, companyId);
      // One budget at a time: the budgets of other companies do not wait for all of this one.
      if ((await unfinished()) !== undefined) await recountBudgets(jobs, companyId);
    },
  },
  sweep(jobs, { name: "sweep-budgets", schedule: "* * * * *", requests: RECOUNT_BUDGETS }, async () => {
    const { platform: db } = services.database;
    await queries.renewStaleBudgets(db);
    return queries.companiesToRecount(db);
  }),
];

/**
 * Some orders at a time, each in a transaction of its own, so that others go on meanwhile: what arrives or changes moves
 * both coverages. An interrupted run starts again and finds what it has written.
 */
const recount = async (
  { database, changes }: Deps,
  companyId: number,
  id: number,
  stopping: AbortSignal,
): Promise<void> => {
  const inTransaction = <T>(work: (data: CompanyData) => Promise<T>): Promise<T> =>
    platformTransaction(database, async (db) => {
      const data = { db, companyId };
      await queries.enterCompany(data);
      return work(data);
    });
  // Orders that were being stored before the coverage was there have not moved it: the lock waits for them.
  const revision = await inTransaction(async (data) => {
    await lockCoverages(data);
    return queries.findNext(data, id);
  });
  if (revision === null) return;
  const mustBeNext = async (data: CompanyData): Promise<void> => {
    await lockCoverages(data);
    if ((await queries.findNext(data, id)) !== revision) throw new Superseded();
  };
  const announce = () => changes.announce({ kind: "budgets", companyId, siteIds: "all" });
  let orders_read = 0;
  const coverage = await inTransaction(async (data) => {
    const found = await queries.findCoverage(data, id, revision);
    const orders_found = await queries.countOrders(data, found, MOST_COUNTED);
    await queries.reportRecount(data, id, revision, { orders_read, orders_found });
    return found;
  });
  try {
    await moveOrdersInChunks(inTransaction, coverage, async (orderIds) => {
      stopping.throwIfAborted();
      orders_read += orderIds.length;
      await inTransaction(async (data) => {
        await mustBeNext(data);
        await queries.moveOne(data, id, orderIds, ACTOR);
        await queries.reportRecount(data, id, revision, { orders_read });
      });
      announce();
    });
    await inTransaction(async (data) => {
      await mustBeNext(data);
      await queries.finishRecount(data, id);
    });
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
  announce();
};
