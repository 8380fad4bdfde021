import { deleteExpiredLimits } from "../../platform/access/rate-limit.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { deleteOldChallenges } from "../factors/second-factor.service.ts";
import { deleteOldChanges } from "./email-changes.queries.ts";
import { deleteOldSignIns } from "./sessions.queries.ts";
import { deleteOldSessions } from "./sign-in.queries.ts";

export const signInJobs = (database: Database): Job[] => [
  {
    name: "clean-up-sessions",
    schedule: "17 * * * *",
    work: async () => {
      await deleteOldSessions(database.platform);
      await deleteOldChanges(database.platform);
      await deleteOldChallenges(database.platform);
      await deleteOldSignIns(database.platform);
      await deleteExpiredLimits(database.platform);
    },
  },
];
