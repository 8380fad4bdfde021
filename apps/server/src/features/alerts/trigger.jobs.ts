import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Platform } from "../../platform/platform.ts";
import { companiesWithDigests } from "./digests.queries.ts";
import { writeDigests } from "./digests.service.ts";
import { companiesWithReviews } from "./trigger-access.queries.ts";
import { REVIEW_TRIGGERS, reviewTriggers, reviewTriggersSoon } from "./trigger-access.service.ts";
import { companiesWithArrivals } from "./trigger-firing.queries.ts";
import { FIRE_TRIGGERS, fireTriggers, fireTriggersSoon } from "./trigger-firing.service.ts";

const WRITE_DIGESTS = "write-digests";

export const triggerJobs = (platform: Omit<Platform, "jobs">, jobs: () => JobQueue): Job[] => [
  {
    name: FIRE_TRIGGERS,
    // Whoever waits for an alert sees it within a second.
    pollSeconds: 0.5,
    concurrency: 2,
    work: ({ companyId }, stopping) => fireTriggers(platform, Number(companyId), stopping),
  },
  {
    name: REVIEW_TRIGGERS,
    work: async ({ companyId }, stopping) => {
      await reviewTriggers(platform.database, Number(companyId), stopping);
    },
  },
  {
    name: WRITE_DIGESTS,
    work: ({ companyId }, stopping) => writeDigests(platform, Number(companyId), stopping),
  },
  {
    name: "sweep-triggers",
    schedule: "* * * * *",
    work: async () => {
      const { platform: db } = platform.database;
      for (const companyId of await companiesWithArrivals(db)) fireTriggersSoon(jobs(), companyId);
      for (const companyId of await companiesWithReviews(db)) reviewTriggersSoon(jobs(), companyId);
      for (const companyId of await companiesWithDigests(db)) {
        await jobs().requestJob(WRITE_DIGESTS, { companyId }, String(companyId));
      }
    },
  },
];
