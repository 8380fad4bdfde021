import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { keepFailedJobs } from "./jobs.queries.ts";

/** Failed jobs stay for the operator; it runs often enough that none is deleted with the done ones. */
export const failedJobs = ({ platform }: Database): Job[] => [
  {
    name: "keep-failed-jobs",
    schedule: "*/20 * * * *",
    work: async () => {
      await keepFailedJobs(platform);
    },
  },
];
