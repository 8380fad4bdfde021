import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import { requestSending } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { escalateSteps } from "./escalation.service.ts";
import { companiesWithLateSteps } from "./late-steps.queries.ts";
import { dueEscalations, dueReminders, lateNow } from "./late-steps.service.ts";
import { writeReminders } from "./reminders.service.ts";

type Deps = Omit<Services, "jobs">;

const REMIND_APPROVERS = "remind-approvers";

/** The number of steps in one transaction. What a user gets at once is one message, if it is much. */
const STEPS_PER_TRANSACTION = 1_000;

/** Four times an hour: what becomes due within a quarter of an hour is gathered. */
export const lateStepJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: REMIND_APPROVERS,
    work: async ({ companyId }, stopping) => {
      const run = { services, jobs, companyId: Number(companyId), stopping };
      // First: who may decide since the escalation is reminded like the others.
      await pageByPage(run, escalate);
      await pageByPage(run, remind);
    },
  },
  sweep(jobs, { name: "sweep-reminders", schedule: "*/15 * * * *", requests: REMIND_APPROVERS }, () =>
    companiesWithLateSteps(services.database.platform),
  ),
];

interface Run {
  readonly services: Deps;
  readonly jobs: JobQueue;
  readonly companyId: number;
  readonly stopping: AbortSignal;
}

/** The last step of a page, if there may be more behind it, and what was written. */
interface PageResult {
  readonly last: number | undefined;
  readonly messages: readonly number[];
  readonly siteIds: readonly number[];
}
const NOTHING: PageResult = { last: undefined, messages: [], siteIds: [] };

type Work = (services: Deps, data: CompanyData, after: number) => Promise<PageResult>;

const lastOf = (page: readonly { readonly id: number }[]): number | undefined =>
  page.length < STEPS_PER_TRANSACTION ? undefined : page.at(-1)?.id;

const remind: Work = async (services, data, after) => {
  const late = await lateNow(data);
  if (!late) return NOTHING;
  const { page, due } = await dueReminders(data, late, { after, limit: STEPS_PER_TRANSACTION });
  return { last: lastOf(page), messages: await writeReminders(services, data, due), siteIds: [] };
};

const escalate: Work = async (services, data, after) => {
  const late = await lateNow(data);
  if (!late) return NOTHING;
  const { page, due } = await dueEscalations(data, late, { after, limit: STEPS_PER_TRANSACTION });
  return { last: lastOf(page), ...(await escalateSteps(services, data, due)) };
};

/** Each page in a transaction of its own. */
const pageByPage = async ({ services, jobs, companyId, stopping }: Run, work: Work): Promise<void> => {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const from: number = after;
    const { last, messages, siteIds } = await platformTransaction(services.database, (db) =>
      work(services, { db, companyId }, from),
    );
    if (siteIds.length > 0) services.changes.announce({ kind: "approvals", companyId, siteIds });
    for (const id of messages) {
      stopping.throwIfAborted(); // a sweep requests the others
      await requestSending(jobs, id);
    }
    stopping.throwIfAborted();
    after = last;
  }
};
