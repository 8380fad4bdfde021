import type { JobQueue } from "../../platform/jobs/job-queue.ts";

export const TELL_OWNERS = "tell-budget-owners";

/** Requests the job that notifies owners of the percentages that were reached; call it after the commit. */
export const tellOwnersSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(TELL_OWNERS, { companyId }, String(companyId));
