import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import { requestSendings } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { escalateSteps } from "./escalation.service.ts";
import { companiesWithLateSteps } from "./late-steps.queries.ts";
import { dueEscalations, dueReminders, lateNow } from "./late-steps.service.ts";
import { writeReminders } from "./reminders.service.ts";

type Deps = Omit<Services, "jobs">;

const REMIND_APPROVERS = "remind-approvers";

/** The number of steps in one transaction. What a user gets at once is one message, if it is much. */
const STEPS_PER_TRANSACTION = 1_000;
const COMPANIES_AT_ONCE = 4;

/** Four times an hour: what becomes due within a quarter of an hour is gathered. */
export const lateStepJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: REMIND_APPROVERS,
    concurrency: COMPANIES_AT_ONCE,
    work: ({ companyId }, stopping) => pageByPage({ services, jobs, companyId: Number(companyId), stopping }),
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

/** Behind which steps the work goes on; nothing behind the last ones. */
interface Position {
  readonly escalated: number | undefined;
  readonly reminded: number | undefined;
}

interface PageResult {
  readonly next: Position;
  readonly messages: readonly number[];
  readonly siteIds: readonly number[];
}
const DONE: PageResult = {
  next: { escalated: undefined, reminded: undefined },
  messages: [],
  siteIds: [],
};

const lastOf = (page: readonly { readonly id: number }[]): number | undefined =>
  page.length < STEPS_PER_TRANSACTION ? undefined : page.at(-1)?.id;

/** First the steps that are escalated: who may decide since then is reminded like the others. */
const workOnPage = async (
  services: Deps,
  data: CompanyData,
  { escalated, reminded }: Position,
): Promise<PageResult> => {
  const late = await lateNow(data);
  if (!late) return DONE;
  if (escalated !== undefined) {
    const { page, due } = await dueEscalations(data, late, {
      after: escalated,
      limit: STEPS_PER_TRANSACTION,
    });
    const next = { escalated: lastOf(page), reminded };
    // Their rows are locked for a short time.
    if (due.length > 0 || next.escalated !== undefined)
      return { next, ...(await escalateSteps(services, data, due)) };
  }
  const stepPage = { after: reminded ?? 0, limit: STEPS_PER_TRANSACTION };
  const { page, due } = await dueReminders(data, late, stepPage);
  return {
    next: { escalated: undefined, reminded: lastOf(page) },
    messages: await writeReminders(services, data, due),
    siteIds: [],
  };
};

/** Each page in a transaction of its own. */
const pageByPage = async ({ services, jobs, companyId, stopping }: Run): Promise<void> => {
  let position: Position = { escalated: 0, reminded: 0 };
  while (position.escalated !== undefined || position.reminded !== undefined) {
    const from = position;
    const { next, messages, siteIds } = await platformTransaction(services.database, (db) =>
      workOnPage(services, { db, companyId }, from),
    );
    if (siteIds.length > 0) services.changes.announce({ kind: "approvals", companyId, siteIds });
    stopping.throwIfAborted(); // a sweep requests the others
    await requestSendings(jobs, messages);
    position = next;
  }
};
