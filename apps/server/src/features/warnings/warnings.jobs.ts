import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Platform } from "../../platform/platform.ts";
import { companiesWithChecks, deleteOldDigests } from "./comparison.queries.ts";
import { FIND_WARNINGS, findWarnings, findWarningsSoon } from "./comparison.service.ts";

export const warningJobs = (platform: Omit<Platform, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: FIND_WARNINGS,
    pollSeconds: 0.5,
    work: ({ companyId }, stopping) => findWarnings(platform, Number(companyId), stopping),
  },
  {
    name: "sweep-warnings",
    schedule: "* * * * *",
    work: async () => {
      const { platform: db } = platform.database;
      for (const companyId of await companiesWithChecks(db)) findWarningsSoon(jobs, companyId);
    },
  },
  {
    name: "delete-order-digests",
    schedule: "41 3 * * *",
    work: async () => void (await deleteOldDigests(platform.database.platform)),
  },
];
