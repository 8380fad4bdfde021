import type { JobQueue } from "../../platform/jobs/job-queue.ts";

export const NOTIFY_APPROVERS = "notify-approvers";
export const SWEEP_APPROVERS = "sweep-approvers";

/** Requests the job that notifies the approvers of a company's current steps; call it after the commit. */
export const notifyApproversSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(NOTIFY_APPROVERS, { companyId }, String(companyId));
