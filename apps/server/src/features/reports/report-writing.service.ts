import { createHash } from "node:crypto";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { RunResult } from "@mcc/contract/reports/reports.messages.ts";
import { REPORT_LIMITS } from "@mcc/contract/reports/reports.schema.ts";
import { runAsUser } from "../../platform/access/run-as-session.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { isOverBudget } from "../../platform/db/database.ts";
import { type Attachment, storedAttachment } from "../../platform/mail/attachment.ts";
import { type Letter, storedLetter } from "../../platform/mail/letter.ts";
import type { MessageText } from "../../platform/mail/message-text.ts";
import type { MessageContent } from "../../platform/mail/outbox.queries.ts";
import type { Services } from "../../platform/services.ts";
import { namedOrders } from "./content/report-content.queries.ts";
import { openReport, type Summary, summarizedRows } from "./content/report-content.ts";
import { fileOf, writeFile } from "./content/report-file.ts";
import { filtersFor } from "./content/report-filters.ts";
import type { ReportLists } from "./content/report-list.ts";
import { pageOf } from "./content/report-page.ts";
import { filterWords } from "./content/report-query.ts";
import { FILTERS_LEFT_OUT, reportMail, type Seen } from "./report.texts.ts";
import { endLink } from "./report-end-link.ts";
import type { ReaderRow, ReportRow } from "./report-sending.queries.ts";

export type Deps = Omit<Services, "jobs">;

const MOST_BYTES = REPORT_LIMITS.attached * 1_000_000;
export const scheduleOf = ({ every, weekday, day, at }: ReportRow) => ({ every, weekday, day, at });

export interface Written {
  /** Tells apart what an e-mail was written with: the access of its reader, the view and the file. */
  readonly writtenAs: string;
  readonly subject: MessageText;
  readonly body: Letter;
  readonly summary: Summary;
  readonly attachment: Attachment | undefined;
}
export type Outcome = Written | Exclude<RunResult, "waiting" | "sent">;

const markOf = ({ who, siteIds }: CompanyScope, report: ReportRow): string => {
  const { name, list, columns, ordering, filters, format, attach, may_attach } = report;
  const sites = siteIds === "all" ? siteIds : siteIds.toSorted((a, b) => a - b);
  const file = [format, attach && may_attach];
  return createHash("sha256")
    .update(JSON.stringify([who, sites, name, list, columns, ordering, filters, file]))
    .digest("base64");
};

/** What a reader got last, with the names of what is gone now and they may still see. */
const seenBy = async (
  scope: CompanyScope,
  { list }: ReportRow,
  { seen_keys: keys, seen_count, seen_at }: ReaderRow,
  now: Summary["keys"],
): Promise<Seen | undefined> => {
  if (!seen_at) return undefined;
  const kept = new Set(now);
  const gone = keys && now ? keys.filter((key) => !kept.has(key)) : [];
  const named = list === "orders" || list === "pending" ? await namedOrders(scope, gone) : [];
  return { keys, count: seen_count ?? 0, at: seen_at, named: new Set(named) };
};

/** All rows pass once: for the summary and, if the file is attached, into the file. */
const write = async (
  services: Deps,
  lists: ReportLists,
  scope: CompanyScope,
  report: ReportRow,
  reader: ReaderRow,
  now: number,
): Promise<Outcome> => {
  const { id, name, list, format, time_zone: timeZone } = report;
  const source = { list, view: report, timeZone };
  const opened = await openReport(scope, lists, source, now);
  if (typeof opened === "string") return opened;
  const { count, rows, summary: summarize } = await summarizedRows(scope, lists, source, opened);
  const attaches = report.attach && report.may_attach && count > 0;
  const chunks: Buffer[] = [];
  let size = 0;
  if (attaches) {
    for await (const chunk of await writeFile(format, name, opened.columns, rows, timeZone)) {
      const bytes = Buffer.from(chunk as Uint8Array | string);
      size += bytes.length;
      if (size <= MOST_BYTES) chunks.push(bytes);
      else chunks.length = 0;
    }
  } else for await (const _ of rows);
  const summary = await summarize();
  const attachment =
    attaches && size <= MOST_BYTES
      ? { ...fileOf(name, format, timeZone, now), content: Buffer.concat(chunks) }
      : undefined;
  const isTrusted = report.user_id === reader.id || scope.who.is_company_admin;
  const { filters, isPart } = isTrusted
    ? { filters: report.filters, isPart: false }
    : await filtersFor(scope, lists, source);
  const view = { ...report, filters };
  const mail = reportMail(
    { id, name, list, format, schedule: scheduleOf(report), timeZone, page: pageOf(view) },
    {
      publicUrl: services.publicUrl(),
      reader: reader.name,
      columns: opened.columns,
      essentials: lists[list].list.essentials,
      summary,
      hasAmounts: lists[list].sum !== undefined,
      seen: await seenBy(scope, report, reader, summary.keys),
      filters: [...filterWords(lists[list], view), ...(isPart ? [FILTERS_LEFT_OUT] : [])],
      isAttached: attachment !== undefined,
      ending: endLink(services, { reportId: id, userId: reader.id, emailVersion: reader.email_version }),
    },
  );
  return { ...mail, writtenAs: markOf(scope, report), summary, attachment };
};

/** What a reader gets of a report now, or why nothing; `unchanged` if it is what was written before. */
export const outcomeFor = async (
  services: Deps,
  lists: ReportLists,
  companyId: number,
  report: ReportRow,
  reader: ReaderRow,
  now: number,
  writtenAs?: string,
): Promise<Outcome | "unchanged"> => {
  if (reader.is_gone) return "no_account";
  if (reader.email === "") return "no_email";
  try {
    const outcome = await runAsUser(services.database, { companyId, userId: reader.id }, async (scope) => {
      if (scope.who.must_enroll) return "no_account";
      if (writtenAs === markOf(scope, report)) return "unchanged";
      return write(services, lists, scope, report, reader, now);
    });
    return outcome ?? "no_account";
  } catch (error) {
    // What passes by itself is tried again.
    const isFinal = error instanceof AppError ? error.status < 429 : isOverBudget(error);
    if (!isFinal) throw error;
    services.log.warn({ err: error, reportId: report.id, userId: reader.id }, "a report could not be read");
    return "failed";
  }
};

/** The e-mail as the outbox stores it. */
export const contentOf = (
  { textCipher }: Deps,
  { email: recipient }: ReaderRow,
  { subject, body, attachment }: Written,
): MessageContent => ({
  recipient,
  subject: subject.text,
  body: textCipher.encrypt(storedLetter(body)),
  attachment: attachment ? textCipher.encrypt(storedAttachment(attachment)) : null,
});
