import { sql } from "kysely";
import { triggerJobs } from "./features/alerts/trigger.jobs.ts";
import { approvalTimesJobs } from "./features/analytics/approval-times/approval-times.jobs.ts";
import { simulationJobs } from "./features/approval-rules/simulation.jobs.ts";
import { assistantJobs } from "./features/assistants/assistants.jobs.ts";
import { auditJobs } from "./features/audit/audit.jobs.ts";
import { recountJobs } from "./features/budgets/recount.jobs.ts";
import { tellOwnersJobs } from "./features/budgets/tell-owners.jobs.ts";
import { collectorJobs } from "./features/collector/collector.jobs.ts";
import { DELETE_COMPANY, deletionJobs } from "./features/company-closing/deletion.jobs.ts";
import { exportJobs } from "./features/company-data/export.jobs.ts";
import { companyKeyJobs } from "./features/company-keys/company-keys.jobs.ts";
import { decisionLinkJobs } from "./features/decision-links/decision-links.jobs.ts";
import { delegationJobs } from "./features/delegations/delegation-notices.jobs.ts";
import { directoryJobs } from "./features/directory/directory.jobs.ts";
import { documentJobs } from "./features/documents/documents.jobs.ts";
import { erasureJobs } from "./features/erasure/erasure.jobs.ts";
import { eventJobs } from "./features/events/events.jobs.ts";
import { reencryptionJobs } from "./features/installation/reencryption.jobs.ts";
import { failedJobs } from "./features/jobs/failed.jobs.ts";
import { lateStepJobs } from "./features/notices/late-steps.jobs.ts";
import { noticeJobs } from "./features/notices/notices.jobs.ts";
import { reportJobs } from "./features/reports/report.jobs.ts";
import { checkReportMessage } from "./features/reports/report-messages.service.ts";
import { retentionJobs } from "./features/retention/retention.jobs.ts";
import { signInJobs } from "./features/sign-in/sign-in.jobs.ts";
import { loginAsJobs } from "./features/sites/login-as.jobs.ts";
import { usageJobs } from "./features/usage/usage.jobs.ts";
import { warningJobs } from "./features/warnings/warnings.jobs.ts";
import type { Job, JobQueue } from "./platform/jobs/job-queue.ts";
import { REPORTS } from "./platform/mail/letter-envelope.ts";
import { mailJobs } from "./platform/mail/mail.jobs.ts";
import type { Services } from "./platform/services.ts";
import { reportLists } from "./report-lists.ts";

const jobsOf = (services: Omit<Services, "jobs">, jobs: JobQueue): Job[] => [
  ...mailJobs(services, jobs, { [REPORTS]: checkReportMessage(services, reportLists) }),
  ...eventJobs(services, jobs),
  ...decisionLinkJobs(services),
  ...noticeJobs(services, jobs),
  ...lateStepJobs(services, jobs),
  ...delegationJobs(services, jobs),
  ...simulationJobs(services, jobs),
  ...triggerJobs(services, jobs),
  ...warningJobs(services, jobs),
  ...recountJobs(services, jobs),
  ...tellOwnersJobs(services, jobs),
  ...deletionJobs(services, jobs),
  ...exportJobs(services, jobs),
  ...reportJobs(services, jobs, reportLists),
  ...signInJobs(services.database),
  ...assistantJobs(services.database),
  ...directoryJobs(services.database),
  ...companyKeyJobs(services.database),
  ...failedJobs(services.database),
  ...loginAsJobs(services.database),
  ...documentJobs(services),
  ...auditJobs(services),
  ...erasureJobs(services, jobs),
  ...retentionJobs(services),
  ...collectorJobs(services),
  ...usageJobs(services.database),
  ...reencryptionJobs(services),
  ...approvalTimesJobs(services.database),
];

const isClosed = async ({ platform }: Services["database"], companyId: unknown): Promise<boolean> => {
  if (companyId === undefined) return false;
  const { rows } =
    await sql`select from companies where id = ${Number(companyId)} and closed_at is not null`.execute(
      platform,
    );
  return rows.length > 0;
};

/** The background jobs of every feature. Those of a closed company do nothing; its deletion does. */
export const allJobs = (services: Omit<Services, "jobs">, jobs: JobQueue): Job[] =>
  jobsOf(services, jobs).map((job) =>
    job.name === DELETE_COMPANY
      ? job
      : {
          ...job,
          work: async (data, stopping) => {
            if (!(await isClosed(services.database, data.companyId))) await job.work(data, stopping);
          },
        },
  );
