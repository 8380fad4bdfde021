import type { Job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { platformTransaction } from "../../platform/scope.ts";
import { forgetUnused, lockUnused } from "./ingest.queries.ts";

/** Files are dropped while their rows are held: not too many at once. */
const BATCH = 100;

/** Files that no document names: what a crash left, what was refused, what was replaced. */
export const documentJobs = ({ database, storage, log }: Omit<Platform, "jobs">): Job[] => [
  {
    name: "sweep-files",
    schedule: "*/10 * * * *",
    work: async () => {
      let dropped = 0;
      for (let more = true; more; ) {
        const files = await platformTransaction(database, async (db) => {
          const unused = await lockUnused(db, BATCH);
          for (const file of unused) {
            await storage.drop(file.storage_key);
            await forgetUnused(db, file);
          }
          return unused.length;
        });
        dropped += files;
        more = files === BATCH;
      }
      if (dropped > 0) log.info({ dropped }, "unused files dropped");
    },
  },
];
