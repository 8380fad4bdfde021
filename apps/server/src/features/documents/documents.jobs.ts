import type { Job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { findUnused, forgetUnused } from "./ingest.queries.ts";

const BATCH = 100;

/** Files that no document names: what a crash left, what was refused, what was replaced. */
export const documentJobs = ({ database, storage, log }: Omit<Platform, "jobs">): Job[] => [
  {
    name: "sweep-files",
    schedule: "*/10 * * * *",
    work: async () => {
      let dropped = 0;
      for (let more = true; more; ) {
        const unused = await findUnused(database.platform, BATCH);
        for (const file of unused) {
          await storage.drop(file.storage_key); // the store may take its time: no transaction is open
          await forgetUnused(database.platform, file);
        }
        dropped += unused.length;
        more = unused.length === BATCH;
      }
      if (dropped > 0) log.info({ dropped }, "unused files dropped");
    },
  },
];
