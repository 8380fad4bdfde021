import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { companiesWithMany, keepStorage } from "./usage.queries.ts";
import { FEW_DOCUMENTS } from "./usage.service.ts";

export const COUNT_STORAGE = "count-storage";

/** Adds up the sizes of the documents of large companies, one company at a time, at night. */
export const usageJobs = ({ platform }: Database): Job[] => [
  {
    name: COUNT_STORAGE,
    schedule: "20 3 * * *",
    work: async (_, stopping) => {
      for (const { company_id } of await companiesWithMany(platform, FEW_DOCUMENTS)) {
        stopping.throwIfAborted();
        await keepStorage(platform, company_id);
      }
    },
  },
];
