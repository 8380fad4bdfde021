import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { removeOldKeys } from "./company-keys.queries.ts";

export const companyKeyJobs = ({ platform }: Database): Job[] => [
  {
    name: "delete-company-keys",
    schedule: "37 3 * * *",
    work: async () => void (await removeOldKeys(platform)),
  },
];
