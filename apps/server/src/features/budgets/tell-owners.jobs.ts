import { platformTransaction } from "../../platform/access/scope.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { announceAlerts, lockProgress } from "../alerts/trigger-firing.service.ts";
import { addBudgetAlerts, addMissingNotices, companiesWithNotices } from "./tell-owners.queries.ts";
import { TELL_OWNERS } from "./tell-owners.service.ts";

export const tellOwnersJobs = ({ database, changes }: Omit<Services, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: TELL_OWNERS,
    work: async ({ companyId: given }) => {
      const companyId = Number(given);
      const alertIds = await platformTransaction(database, async (db) => {
        // The ids of a company's alerts are in the order of their commits.
        await lockProgress({ db, companyId });
        await addMissingNotices({ db, companyId });
        return addBudgetAlerts({ db, companyId });
      });
      announceAlerts(changes, companyId, alertIds);
    },
  },
  sweep(jobs, { name: "sweep-budget-notices", schedule: "* * * * *", requests: TELL_OWNERS }, () =>
    companiesWithNotices(database.platform),
  ),
];
