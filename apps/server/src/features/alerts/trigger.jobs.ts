import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Platform } from "../../platform/platform.ts";
import { findWarningsSoon } from "../warnings/comparison.service.ts";
import { companiesWithUnsentAlerts } from "./alert-mails.queries.ts";
import { sendAlerts, sendDigests } from "./alert-mails.service.ts";
import { companiesWithDigests } from "./digests.queries.ts";
import { writeDigests } from "./digests.service.ts";
import { companiesWithReviews } from "./trigger-access.queries.ts";
import { REVIEW_TRIGGERS, reviewTriggers, reviewTriggersSoon } from "./trigger-access.service.ts";
import { companiesWithArrivals } from "./trigger-firing.queries.ts";
import { FIRE_TRIGGERS, fireTriggers, fireTriggersSoon } from "./trigger-firing.service.ts";

const WRITE_DIGESTS = "write-digests";
const SEND_ALERTS = "send-alerts";

export const triggerJobs = (platform: Omit<Platform, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: FIRE_TRIGGERS,
    // Whoever waits for an alert sees it within a second.
    pollSeconds: 0.5,
    concurrency: 2,
    work: async ({ companyId }, stopping) => {
      await fireTriggers(platform, Number(companyId), stopping);
      findWarningsSoon(jobs, Number(companyId));
    },
  },
  {
    name: REVIEW_TRIGGERS,
    work: async ({ companyId }, stopping) => {
      await reviewTriggers(platform.database, Number(companyId), stopping);
    },
  },
  {
    name: WRITE_DIGESTS,
    work: async ({ companyId }, stopping) => {
      await writeDigests(platform, Number(companyId), stopping);
      await sendDigests(platform, jobs, Number(companyId), stopping);
    },
  },
  {
    name: SEND_ALERTS,
    work: ({ companyId }, stopping) => sendAlerts(platform, jobs, Number(companyId), stopping),
  },
  {
    name: "sweep-triggers",
    schedule: "* * * * *",
    work: async () => {
      const { platform: db } = platform.database;
      for (const companyId of await companiesWithArrivals(db)) fireTriggersSoon(jobs, companyId);
      for (const companyId of await companiesWithReviews(db)) reviewTriggersSoon(jobs, companyId);
      const requestEach = async (job: string, companies: readonly number[]) => {
        for (const companyId of companies) await jobs.requestJob(job, { companyId }, String(companyId));
      };
      await requestEach(WRITE_DIGESTS, await companiesWithDigests(db));
      await requestEach(SEND_ALERTS, await companiesWithUnsentAlerts(db));
    },
  },
];
