import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { deleteOldItems } from "./oauth-items.queries.ts";

export const assistantJobs = (database: Database): Job[] => [
  { name: "clean-up-assistants", schedule: "41 * * * *", work: () => deleteOldItems(database.platform) },
];
