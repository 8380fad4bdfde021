import type { Jobs } from "../../platform/jobs.ts";

export const TELL = "tell-approvers";

/** Wakes whoever writes to the approvers of a company's current steps; to be asked for after the commit. */
export const tellApproversSoon = (jobs: Jobs, companyId: number): void =>
  jobs.wake(TELL, { companyId }, String(companyId));
