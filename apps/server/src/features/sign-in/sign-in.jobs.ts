import type { Database } from "../../platform/database.ts";
import type { Job } from "../../platform/jobs.ts";
import { dropOldLimits } from "../../platform/rate-limit.ts";
import { dropOldSessions } from "./sign-in.queries.ts";

export const signInJobs = (database: Database): Job[] => [
  {
    name: "clean-up-sessions",
    schedule: "17 * * * *",
    work: async () => {
      await dropOldSessions(database.platform);
      await dropOldLimits(database.platform);
    },
  },
];
