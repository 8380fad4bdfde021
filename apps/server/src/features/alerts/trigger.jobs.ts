import { forCompanies, type Job, type JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { findWarningsSoon } from "../warnings/comparison.service.ts";
import { companiesWithUnsentAlerts } from "./alert-mails.queries.ts";
import { sendAlerts, sendDigests } from "./alert-mails.service.ts";
import { companiesWithDigests } from "./digests.queries.ts";
import { writeDigests } from "./digests.service.ts";
import { companiesWithReviews } from "./trigger-access.queries.ts";
import { REVIEW_TRIGGERS, reviewTriggers } from "./trigger-access.service.ts";
import { companiesWithArrivals } from "./trigger-firing.queries.ts";
import { FIRE_TRIGGERS, fireTriggers } from "./trigger-firing.service.ts";

const WRITE_DIGESTS = "write-digests";
const SEND_ALERTS = "send-alerts";

export const triggerJobs = (services: Omit<Services, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: FIRE_TRIGGERS,
    concurrency: 2,
    work: async ({ companyId }, stopping) => {
      await fireTriggers(services, Number(companyId), stopping);
      findWarningsSoon(jobs, Number(companyId));
    },
  },
  {
    name: REVIEW_TRIGGERS,
    work: async ({ companyId }, stopping) => {
      await reviewTriggers(services.database, Number(companyId), stopping);
    },
  },
  {
    name: WRITE_DIGESTS,
    work: async ({ companyId }, stopping) => {
      await writeDigests(services, Number(companyId), stopping);
      await sendDigests(services, jobs, Number(companyId), stopping);
    },
  },
  {
    name: SEND_ALERTS,
    work: ({ companyId }, stopping) => sendAlerts(services, jobs, Number(companyId), stopping),
  },
  {
    name: "sweep-triggers",
    schedule: "* * * * *",
    work: async () => {
      const { platform: db } = services.database;
      await jobs.requestJobs(FIRE_TRIGGERS, forCompanies(await companiesWithArrivals(db)));
      await jobs.requestJobs(REVIEW_TRIGGERS, forCompanies(await companiesWithReviews(db)));
      await jobs.requestJobs(WRITE_DIGESTS, forCompanies(await companiesWithDigests(db)));
      await jobs.requestJobs(SEND_ALERTS, forCompanies(await companiesWithUnsentAlerts(db)));
    },
  },
];
