import { AppError } from "@mcc/contract/kit/errors.ts";
import type { RunResult } from "@mcc/contract/reports/reports.messages.ts";
import { nextRun } from "@mcc/contract/reports/schedule.rules.ts";
import { runAsUser } from "../../platform/access/run-as-session.ts";
import { type CompanyData, type CompanyScope, platformTransaction } from "../../platform/access/scope.ts";
import { isOverBudget } from "../../platform/db/database.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { type Attachment, storedAttachment } from "../../platform/mail/attachment.ts";
import { type Letter, storedLetter } from "../../platform/mail/letter.ts";
import { REPORTS } from "../../platform/mail/letter-envelope.ts";
import type { MessageText } from "../../platform/mail/message-text.ts";
import { addMessage } from "../../platform/mail/outbox.queries.ts";
import { requestSending } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { MOST_ROWS, openReport, rowsOf, type Summary, summarize } from "./content/report-content.ts";
import { fileOf, writeFile } from "./content/report-file.ts";
import type { ReportLists } from "./content/report-list.ts";
import { pageOf } from "./content/report-page.ts";
import { filterWords } from "./content/report-query.ts";
import { refusedMail, reportMail, type Seen } from "./report.texts.ts";
import { endLink } from "./report-end-link.ts";
import * as queries from "./report-sending.queries.ts";

export type Deps = Omit<Services, "jobs">;

/** Larger files are not attached: mail servers refuse them. */
const MOST_BYTES = 5_000_000;
/**
 * After this time a report that fails for no known reason is given up until its next moment; a worker that was down then
 * begins to count with its start.
 */
const GIVE_UP_AFTER = 60 * 60_000;
const isGivenUp = (now: Date, { plannedAt }: queries.PlannedRun): boolean =>
  now.getTime() - Math.max(plannedAt.getTime(), performance.timeOrigin) > GIVE_UP_AFTER;

const scheduleOf = ({ every, weekday, day, at }: queries.ReportRow) => ({ every, weekday, day, at });

interface Written {
  readonly subject: MessageText;
  readonly body: Letter;
  readonly summary: Summary;
  readonly attachment: Attachment | undefined;
}
type Outcome = Written | Exclude<RunResult, "waiting" | "sent">;

const seenBy = ({ seen_keys, seen_count, seen_at }: queries.ReaderRow): Seen | undefined =>
  seen_at ? { keys: seen_keys, count: seen_count ?? 0, at: seen_at } : undefined;

/** All rows pass once: for the summary and, if the file is attached, into the file. */
const write = async (
  services: Deps,
  lists: ReportLists,
  scope: CompanyScope,
  report: queries.ReportRow,
  reader: queries.ReaderRow,
  now: number,
): Promise<Outcome> => {
  const { id, name, list, format, time_zone: timeZone } = report;
  const source = { list, view: report, timeZone };
  const opened = await openReport(scope, lists, source, now);
  if (typeof opened === "string") return opened;
  const { count, rows } = await rowsOf(scope, lists, source, opened, MOST_ROWS);
  const tally = summarize(lists[list].sum !== undefined);
  async function* noted() {
    for await (const row of rows) {
      tally.add(row);
      yield row;
    }
  }
  const attaches = report.attach && report.may_attach && count > 0;
  const chunks: Buffer[] = [];
  let size = 0;
  if (attaches) {
    for await (const chunk of writeFile(format, name, opened.columns, noted(), timeZone)) {
      const bytes = Buffer.from(chunk as Uint8Array | string);
      size += bytes.length;
      if (size <= MOST_BYTES) chunks.push(bytes);
      else chunks.length = 0;
    }
  } else for await (const _ of noted());
  const summary = tally.result(count);
  const attachment =
    attaches && size <= MOST_BYTES
      ? { ...fileOf(name, format, timeZone, now), content: Buffer.concat(chunks) }
      : undefined;
  const mail = reportMail(
    { id, name, list, format, schedule: scheduleOf(report), timeZone, page: pageOf(report) },
    {
      publicUrl: services.publicUrl(),
      reader: reader.name,
      columns: opened.columns,
      essentials: lists[list].list.essentials,
      summary,
      seen: seenBy(reader),
      filters: filterWords(lists[list], report),
      isAttached: attachment !== undefined,
      ending: endLink(services, { reportId: id, userId: reader.id, emailVersion: reader.email_version }),
    },
  );
  return { ...mail, summary, attachment };
};

const outcomeFor = async (
  services: Deps,
  lists: ReportLists,
  companyId: number,
  report: queries.ReportRow,
  reader: queries.ReaderRow,
  now: number,
): Promise<Outcome> => {
  if (reader.is_gone) return "no_account";
  if (reader.email === "") return "no_email";
  try {
    const outcome = await runAsUser(services.database, { companyId, userId: reader.id }, async (scope) =>
      scope.who.must_enroll ? "no_account" : write(services, lists, scope, report, reader, now),
    );
    return outcome ?? "no_account";
  } catch (error) {
    // What passes by itself is tried again.
    const isFinal = error instanceof AppError ? error.status < 429 : isOverBudget(error);
    if (!isFinal) throw error;
    services.log.warn({ err: error, reportId: report.id, userId: reader.id }, "a report could not be read");
    return "failed";
  }
};

/** The run and its message are written together; whoever comes second writes neither. */
const store = (
  { database, textCipher }: Deps,
  companyId: number,
  { id, name: _, ...reader }: queries.ReaderRow,
  run: queries.PlannedRun,
  outcome: Outcome,
  now: Date,
): Promise<number | undefined> =>
  platformTransaction(database, async (db) => {
    const data: CompanyData = { db, companyId };
    const isRefusal = typeof outcome === "string";
    const runId = await queries.addRun(data, {
      ...run,
      userId: id,
      result: isRefusal ? outcome : "waiting",
      count: isRefusal ? null : outcome.summary.count,
      sum: isRefusal ? null : outcome.summary.sum,
    });
    if (runId === undefined || isRefusal) return undefined;
    const { subject, body, attachment, summary } = outcome;
    const message = await addMessage(db, {
      company_id: companyId,
      user_id: id,
      topic: REPORTS,
      channel: "email",
      recipient: reader.email,
      subject: subject.text,
      body: textCipher.encrypt(storedLetter(body)),
      attachment: attachment && textCipher.encrypt(storedAttachment(attachment)),
      sent_for: `report:${run.reportId}:${id}:${run.plannedAt.toISOString()}:${run.byHand ? "by hand" : "planned"}`,
    });
    if (!message) return undefined;
    await queries.setMessage(data, runId, message.id);
    await queries.setSeen(data, run.reportId, id, { ...summary, at: now });
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
  const next = nextRun(scheduleOf(report), report, moment.now.getTime());
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
  await queries.setNextRun(data, report, new Date(nextRun(scheduleOf(report), report, now.getTime())));
};

/** Notes what became of the messages; a reader whose address is refused gets nothing more, and the owner is notified. */
export const settleRuns = async (services: Deps, jobs: JobQueue): Promise<void> => {
  const { database, textCipher, publicUrl } = services;
  const messages = await platformTransaction(database, async (db) => {
    const added: number[] = [];
    for (const { id, company_id: companyId, report_id, user_id, result } of await queries.settleRuns(db)) {
      if (result !== "refused") continue;
      const refused = await queries.refuseReader({ db, companyId }, report_id, user_id);
      if (!refused || refused.owner_id === user_id || refused.email === "") continue;
      const { subject, body } = refusedMail(publicUrl(), refused.owner, refused.report, refused.reader);
      const message = await addMessage(db, {
        company_id: companyId,
        user_id: refused.owner_id,
        topic: REPORTS,
        channel: "email",
        recipient: refused.email,
        subject: subject.text,
        body: textCipher.encrypt(storedLetter(body)),
        sent_for: `report-refused:${id}`,
      });
      if (message) added.push(message.id);
    }
    return added;
  });
  for (const id of messages) await requestSending(jobs, id);
};
