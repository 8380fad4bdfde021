import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { deleteOldEntries } from "./directory-log.queries.ts";
import { companiesWithWrongClaims } from "./group-access.queries.ts";
import { correctGroups } from "./group-access.service.ts";

const CORRECT_GROUPS = "correct-directory-groups";

export const directoryJobs = (services: Omit<Services, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: "clean-up-directory-log",
    schedule: "43 3 * * *",
    work: () => deleteOldEntries(services.database.platform),
  },
  {
    name: CORRECT_GROUPS,
    work: ({ companyId }) => correctGroups({ ...services, jobs }, Number(companyId)),
  },
  sweep(jobs, { name: "sweep-directory-groups", schedule: "47 3 * * *", requests: CORRECT_GROUPS }, () =>
    companiesWithWrongClaims(services.database.platform),
  ),
];
