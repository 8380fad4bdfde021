import { type PlannedMoment, runAfter, runInstead } from "@mcc/contract/reports/schedule.rules.ts";
import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { REPORTS } from "../../platform/mail/letter-envelope.ts";
import { addMessage } from "../../platform/mail/outbox.queries.ts";
import { requestSending } from "../../platform/mail/outbox.ts";
import type { ReportLists } from "./content/report-list.ts";
import * as queries from "./report-sending.queries.ts";
import { contentOf, type Deps, type Outcome, outcomeFor, scheduleOf } from "./report-writing.service.ts";

/**
 * After this time a report that fails for no known reason is given up until its next moment; a worker that was down then
 * begins to count with its start.
 */
const GIVE_UP_AFTER = 60 * 60_000;
const isGivenUp = (now: Date, { plannedAt }: queries.PlannedRun): boolean =>
  now.getTime() - Math.max(plannedAt.getTime(), performance.timeOrigin) > GIVE_UP_AFTER;

/** As hold-messages.sql names them: they are never held back. */
const SOURCES = { planned: "planned report", byHand: "report by hand" } as const;

/** The run and its message are written together; whoever comes second writes neither. */
const store = (
  services: Deps,
  companyId: number,
  reader: queries.ReaderRow,
  run: queries.PlannedRun,
  outcome: Outcome,
  now: Date,
): Promise<number | undefined> =>
  platformTransaction(services.database, async (db) => {
    const data: CompanyData = { db, companyId };
    const { id } = reader;
    const isRefusal = typeof outcome === "string";
    const runId = await queries.addRun(data, {
      ...run,
      userId: id,
      result: isRefusal ? outcome : "waiting",
      count: isRefusal ? null : outcome.summary.count,
      sum: isRefusal ? null : outcome.summary.sum,
    });
    if (runId === undefined || isRefusal) return undefined;
    const message = await addMessage(db, {
      ...contentOf(services, reader, outcome),
      company_id: companyId,
      user_id: id,
      topic: REPORTS,
      channel: "email",
      source: run.byHand ? SOURCES.byHand : SOURCES.planned,
      sent_for: `${queries.SENT_FOR}${run.reportId}:${id}:${run.plannedAt.toISOString()}:${run.byHand ? "by hand" : "planned"}`,
    });
    if (!message) return undefined;
    await queries.setMessage(data, {
      runId,
      messageId: message.id,
      writtenAs: outcome.writtenAs,
      seen: reader,
    });
    await queries.setSeen(data, run.reportId, id, { ...outcome.summary, at: now });
    return message.id;
  });

interface Moment {
  readonly now: Date;
  readonly stopping: AbortSignal;
}

/** Sends one report to its readers; a reader whose turn fails does not keep it from the others. */
const serveReaders = async (
  services: Deps,
  lists: ReportLists,
  jobs: JobQueue,
  companyId: number,
  report: queries.ReportRow,
  run: queries.PlannedRun,
  { now, stopping }: Moment,
  only: readonly number[] | null = null,
): Promise<void> => {
  const data = { db: services.database.platform, companyId };
  let failure: unknown;
  for (const reader of await queries.readersToServe(data, run, only)) {
    stopping.throwIfAborted();
    try {
      const outcome = await outcomeFor(services, lists, companyId, report, reader, now.getTime());
      if (outcome === "unchanged") continue;
      const messageId = await store(services, companyId, reader, run, outcome, now);
      if (messageId !== undefined) await requestSending(jobs, messageId);
    } catch (error) {
      services.log.error({ err: error, reportId: report.id, userId: reader.id }, "a report failed");
      failure = error;
      if (isGivenUp(now, run)) await store(services, companyId, reader, run, "failed", now);
    }
  }
  // The queue repeats it: those who have it do not get it again.
  if (failure && !isGivenUp(now, run)) throw failure;
};

const plannedMoment = ({ next_run, planned_zone }: queries.ReportRow): PlannedMoment => ({
  moment: next_run.getTime(),
  time_zone: planned_zone,
});

/**
 * Sends a report that is due. Moments that have passed without a worker are one: it is sent late, once, and is due again
 * at the next moment from now on.
 */
export const sendReport = async (
  services: Deps,
  lists: ReportLists,
  jobs: JobQueue,
  { companyId, reportId }: { companyId: number; reportId: number },
  moment: Moment,
): Promise<void> => {
  const data = { db: services.database.platform, companyId };
  const report = await queries.findReport(data, reportId);
  if (!report || report.paused || report.next_run > moment.now) return;
  const run = { reportId, plannedAt: report.next_run, byHand: false };
  await serveReaders(services, lists, jobs, companyId, report, run, moment);
  const next = runAfter(scheduleOf(report), report, plannedMoment(report), moment.now.getTime());
  await queries.setNextRun(data, report, new Date(next));
};

/** Sends a report now, as its owner or a reader asked for. */
export const sendByHand = async (
  services: Deps,
  lists: ReportLists,
  jobs: JobQueue,
  { companyId, reportId, plannedAt, userIds }: HandRun,
  moment: Moment,
): Promise<void> => {
  const report = await queries.findReport({ db: services.database.platform, companyId }, reportId);
  const run = { reportId, plannedAt: new Date(plannedAt), byHand: true };
  if (report) await serveReaders(services, lists, jobs, companyId, report, run, moment, userIds);
};

export interface HandRun {
  readonly companyId: number;
  readonly reportId: number;
  readonly plannedAt: string;
  /** Null for everybody who accepted it. */
  readonly userIds: readonly number[] | null;
}

/** Plans a report anew after the company has changed its time zone or its working days. */
export const planReport = async (
  { database }: Deps,
  { companyId, reportId }: { companyId: number; reportId: number },
  now: Date,
): Promise<void> => {
  const data = { db: database.platform, companyId };
  const report = await queries.findReport(data, reportId);
  if (!report || report.next_run <= now) return;
  const next = runInstead(scheduleOf(report), report, plannedMoment(report), now.getTime());
  await queries.setNextRun(data, report, new Date(next));
};
