import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { deleteExpiredLoginTokens } from "./login-as.queries.ts";

export const loginAsJobs = ({ platform }: Database): Job[] => [
  {
    name: "clean-up-login-as",
    schedule: "23 * * * *",
    work: async () => void (await deleteExpiredLoginTokens(platform)),
  },
];
