import type { JobQueue } from "../../platform/jobs/job-queue.ts";

export const NOTIFY_APPROVERS = "tell-approvers";

/** Wakes whoever writes to the approvers of a company's current steps; to be asked for after the commit. */
export const notifyApproversSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(NOTIFY_APPROVERS, { companyId }, String(companyId));
