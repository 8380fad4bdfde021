import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { ChangeFeed } from "../../platform/live/change-feed.ts";

export const NOTIFY_OF_DELEGATIONS = "notify-of-delegations";

/** Requests the job that notifies principals and deputies; call it after the commit. */
export const notifyOfDelegationsSoon = (jobs: JobQueue): void =>
  jobs.requestJobSoon(NOTIFY_OF_DELEGATIONS, {}, "all");

/** What these users may do and see has changed, and who may decide about the pending orders of the company. */
export const announceDelegation = (
  changes: ChangeFeed,
  companyId: number,
  userIds: readonly number[],
): void => {
  for (const userId of userIds) changes.announce({ kind: "person", userId });
  changes.announce({ kind: "approvals", companyId, siteIds: "all" });
};
