import { triggerJobs } from "./features/alerts/trigger.jobs.ts";
import { delegationJobs } from "./features/approvals/delegation-notices.jobs.ts";
import { lateStepJobs } from "./features/approvals/late-steps.jobs.ts";
import { noticeJobs } from "./features/approvals/notices.jobs.ts";
import { simulationJobs } from "./features/approvals/simulation.jobs.ts";
import { documentJobs } from "./features/documents/documents.jobs.ts";
import { eventJobs } from "./features/events/events.jobs.ts";
import { failedJobs } from "./features/jobs/failed.jobs.ts";
import { signInJobs } from "./features/sign-in/sign-in.jobs.ts";
import { loginAsJobs } from "./features/sites/login-as.jobs.ts";
import { usageJobs } from "./features/usage/usage.jobs.ts";
import { warningJobs } from "./features/warnings/warnings.jobs.ts";
import type { Job, JobQueue } from "./platform/jobs/job-queue.ts";
import { mailJobs } from "./platform/mail/mail.jobs.ts";
import type { Platform } from "./platform/platform.ts";

/** The background jobs of every feature. */
export const allJobs = (platform: Omit<Platform, "jobs">, jobs: JobQueue): Job[] => [
  ...mailJobs(platform, jobs),
  ...eventJobs(platform, jobs),
  ...noticeJobs(platform, jobs),
  ...lateStepJobs(platform, jobs),
  ...delegationJobs(platform, jobs),
  ...simulationJobs(platform, jobs),
  ...triggerJobs(platform, jobs),
  ...warningJobs(platform, jobs),
  ...signInJobs(platform.database),
  ...failedJobs(platform.database),
  ...loginAsJobs(platform.database),
  ...documentJobs(platform),
  ...usageJobs(platform.database),
];
