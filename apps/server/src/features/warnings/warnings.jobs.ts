import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { companiesWithChecks, deleteOldDigests } from "./comparison.queries.ts";
import { FIND_WARNINGS, findWarnings } from "./comparison.service.ts";

export const warningJobs = (services: Omit<Services, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: FIND_WARNINGS,
    work: ({ companyId }, stopping) => findWarnings(services, Number(companyId), stopping),
  },
  sweep(jobs, { name: "sweep-warnings", schedule: "* * * * *", requests: FIND_WARNINGS }, () =>
    companiesWithChecks(services.database.platform),
  ),
  {
    name: "delete-order-digests",
    schedule: "41 3 * * *",
    work: async () => void (await deleteOldDigests(services.database.platform)),
  },
];
