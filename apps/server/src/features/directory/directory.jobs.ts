import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { deleteOldEntries } from "./directory-log.queries.ts";

export const directoryJobs = (database: Database): Job[] => [
  {
    name: "clean-up-directory-log",
    schedule: "43 3 * * *",
    work: () => deleteOldEntries(database.platform),
  },
];
