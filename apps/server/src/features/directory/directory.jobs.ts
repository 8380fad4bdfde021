import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { deleteOldEntries } from "./directory-log.queries.ts";

export const directoryJobs = ({ platform }: Services["database"]): Job[] => [
  {
    name: "clean-up-directory-log",
    schedule: "43 3 * * *",
    work: () => deleteOldEntries(platform),
  },
];
