import { platformTransaction } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { storedLetter } from "../../platform/mail/letter.ts";
import { REPORTS } from "../../platform/mail/letter-envelope.ts";
import type { CheckMessage } from "../../platform/mail/mail.jobs.ts";
import { addMessage } from "../../platform/mail/outbox.queries.ts";
import { requestSendings } from "../../platform/mail/outbox.ts";
import type { ReportLists } from "./content/report-list.ts";
import { refusedMail } from "./report.texts.ts";
import * as queries from "./report-messages.queries.ts";
import { findReader, findReport } from "./report-sending.queries.ts";
import { contentOf, type Deps, outcomeFor } from "./report-writing.service.ts";

/** Rows may have been moved out of the reader's sites since then. */
const FRESH_MS = 15 * 60_000;

/**
 * An e-mail of a report may wait for days in the outbox. It is sent if its reader still gets the report; it is written
 * anew if they may see something else by now, or if it was written long ago or an attempt to send it has failed.
 */
export const checkReportMessage =
  (services: Deps, lists: ReportLists): CheckMessage =>
  async (message) => {
    const { platform: db } = services.database;
    const run = await queries.findWaitingRun(db, message.id);
    if (!run) return (await queries.isNoticeToActiveUser(db, message.id)) ? message : undefined;
    const { company_id: companyId, report_id: reportId, user_id: userId } = run;
    const data = { db, companyId };
    const report = await findReport(data, reportId);
    const reader = await findReader(data, reportId, userId);
    const isWanted = report && reader && (run.by_hand || !report.paused);
    const now = new Date();
    const isFresh = message.attempts === 1 && now.getTime() - message.created_at.getTime() < FRESH_MS;
    const writtenAs = isFresh ? (run.written_as ?? undefined) : undefined;
    const outcome = isWanted
      ? await outcomeFor(
          services,
          lists,
          companyId,
          report,
          { ...reader, ...run.seen },
          now.getTime(),
          writtenAs,
        )
      : "canceled";
    if (outcome === "unchanged") return message;
    if (typeof outcome === "string") {
      await queries.cancelRun(data, run, outcome);
      return undefined;
    }
    await queries.rewriteRun(data, run, outcome, now);
    return reader && contentOf(services, reader, outcome);
  };

/** Notes what became of the messages; a reader whose address is refused gets nothing more, and the owner is notified. */
export const settleRuns = async (services: Deps, jobs: JobQueue): Promise<void> => {
  const { database, textCipher, publicUrl } = services;
  const messages = await platformTransaction(database, async (db) => {
    const added: number[] = [];
    for (const { id, company_id: companyId, report_id, user_id, result } of await queries.settleRuns(db)) {
      if (result !== "sent") await queries.restoreSeen({ db, companyId }, id);
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
  await requestSendings(jobs, messages);
};
