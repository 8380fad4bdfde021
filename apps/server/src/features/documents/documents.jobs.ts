import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { deleteUnusedMark, findUnused } from "./ingest.queries.ts";

const BATCH = 100;

/** Files without a document: left by a crash, refused, or replaced. */
export const documentJobs = ({ database, storage, log }: Omit<Services, "jobs">): Job[] => [
  {
    name: "sweep-files",
    schedule: "*/10 * * * *",
    work: async (_, stopping) => {
      const kept: string[] = [];
      let dropped = 0;
      for (let more = true; more; ) {
        const unused = await findUnused(database.platform, BATCH, kept);
        const before = dropped;
        let failure: unknown;
        for (const file of unused) {
          stopping.throwIfAborted();
          try {
            await storage.delete(file.storage_key); // the store may take its time: no transaction is open
            await deleteUnusedMark(database.platform, file);
            dropped++;
          } catch (error) {
            // The next run tries again; in the meantime the others are deleted.
            kept.push(file.storage_key);
            log.warn({ err: error, key: file.storage_key }, "an unused file could not be dropped");
            failure = error;
          }
        }
        more = unused.length === BATCH;
        if (more && dropped === before) throw failure; // it is not the files but the store
      }
      if (dropped > 0) log.info({ dropped }, "unused files dropped");
    },
  },
];
