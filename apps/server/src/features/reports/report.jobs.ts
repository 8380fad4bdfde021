import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { ReportLists } from "./content/report-list.ts";
import { settleRuns } from "./report-messages.service.ts";
import { RUN_REPORT } from "./report-requests.service.ts";
import { dueReports, outdatedPlans } from "./report-sending.queries.ts";
import { type HandRun, planReport, sendByHand, sendReport } from "./report-sending.service.ts";
import type { Deps } from "./report-writing.service.ts";

const SEND_REPORT = "send-report";
/** What one run of the sweep looks at; the next one finds the others. */
const AT_ONCE = 1_000;

export const reportJobs = (services: Deps, jobs: JobQueue, lists: ReportLists): Job[] => [
  {
    name: SEND_REPORT,
    concurrency: 2,
    work: ({ companyId, reportId }, stopping) => {
      const key = { companyId: Number(companyId), reportId: Number(reportId) };
      return sendReport(services, lists, jobs, key, { now: new Date(), stopping });
    },
  },
  {
    name: RUN_REPORT,
    work: (data, stopping) =>
      sendByHand(services, lists, jobs, data as unknown as HandRun, { now: new Date(), stopping }),
  },
  {
    name: "sweep-reports",
    schedule: "* * * * *",
    work: async () => {
      const { platform: db } = services.database;
      const now = new Date();
      for (const { company_id, id } of await outdatedPlans(db, now, AT_ONCE))
        await planReport(services, { companyId: company_id, reportId: id }, now);
      const due = await dueReports(db, now, AT_ONCE);
      await jobs.requestJobs(
        SEND_REPORT,
        due.map(({ company_id, id }) => ({
          data: { companyId: company_id, reportId: id },
          singletonKey: String(id),
        })),
      );
      // Last, so that no failure about earlier messages keeps back what is due.
      await settleRuns(services, jobs);
    },
  },
];
