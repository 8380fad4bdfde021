import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import type { AfterCommit } from "../../platform/db/after-commit.ts";
import type { Database } from "../../platform/db/database.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./trigger-access.queries.ts";

export const REVIEW_TRIGGERS = "review-triggers";

/** New pairs of a user and a site that a request adds triggers for; a job adds the others. */
const PAIRS_IN_A_REQUEST = 1_000;
const PAIRS_IN_A_JOB = 10_000;

type Scope = CompanyData & { readonly afterCommit: AfterCommit };

const reviewTriggersSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(REVIEW_TRIGGERS, { companyId }, String(companyId));

/**
 * Triggers come and go with the access to a site. Call it in the transaction of every change of who has which site,
 * after the change: with the users whose sites have changed, or with the sites whose users have.
 */
export const triggersFollowAccess = async (
  { jobs }: Pick<Services, "jobs">,
  scope: Scope,
  compared: queries.Compared,
): Promise<void> => {
  await queries.lockComparison(scope);
  const gained = await queries.compareTriggers(scope, compared, PAIRS_IN_A_REQUEST);
  if (gained < PAIRS_IN_A_REQUEST) return;
  await queries.addReviews(scope, compared);
  scope.afterCommit(() => reviewTriggersSoon(jobs, scope.companyId));
};

/**
 * The same for all users of a company, by a job: for changes that may concern all of them, such as a node that moves,
 * or a hierarchy that is turned on.
 */
export const triggersFollowHierarchy = async (
  { jobs }: Pick<Services, "jobs">,
  scope: Scope,
): Promise<void> => {
  await queries.lockComparison(scope);
  await queries.addReviewsOfCompany(scope);
  scope.afterCommit(() => reviewTriggersSoon(jobs, scope.companyId));
};

/** Compares the users of a company that wait for it; one transaction for at most `PAIRS_IN_A_JOB` new pairs. */
export const reviewTriggers = async (
  database: Database,
  companyId: number,
  stopping: AbortSignal,
): Promise<number> => {
  for (let reviewed = 0; ; reviewed++) {
    stopping.throwIfAborted();
    const isOver = await platformTransaction(database, async (db) => {
      const data = { db, companyId };
      await queries.lockComparison(data);
      const userId = await queries.findReview(data);
      if (userId === undefined) return true;
      const gained = await queries.compareTriggers(data, { users: [userId] }, PAIRS_IN_A_JOB);
      if (gained < PAIRS_IN_A_JOB) await queries.deleteReview(data, userId);
      return false;
    });
    if (isOver) return reviewed;
  }
};
