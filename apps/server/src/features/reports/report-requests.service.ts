import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { REPORTS_PAGE } from "@mcc/contract/reports/report-pages.ts";
import { reportMessages as says } from "@mcc/contract/reports/reports.messages.ts";
import { type NewReport, REPORT_LIMITS } from "@mcc/contract/reports/reports.schema.ts";
import { nextRuns } from "@mcc/contract/reports/schedule.rules.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { envelopeOf, REPORTS } from "../../platform/mail/letter-envelope.ts";
import { letterHtml } from "../../platform/mail/letter-html.ts";
import { portalLink } from "../../platform/mail/message-text.ts";
import type { Services } from "../../platform/services.ts";
import { firstRowsOf } from "./content/report-content.ts";
import type { ReportLists } from "./content/report-list.ts";
import { pageOf } from "./content/report-page.ts";
import { filterWords } from "./content/report-query.ts";
import { reportMail } from "./report.texts.ts";
import { readersToServe } from "./report-sending.queries.ts";
import type { HandRun } from "./report-sending.service.ts";
import { findReport, findReportSettings, mustBePossibleReaders, openView } from "./reports.service.ts";

/** The job that sends a report by hand. */
export const RUN_REPORT = "run-report";

const RUNS_SHOWN = 3;

/** The e-mail as the signed-in user would get it now. */
export const previewReport = async (
  services: Services,
  lists: ReportLists,
  scope: CompanyScope,
  { name, view, schedule, format, attach, readers = [] }: NewReport,
) => {
  const now = Date.now();
  const calendar = await findReportSettings(scope);
  const { time_zone: timeZone } = calendar;
  await mustBePossibleReaders(scope, readers);
  const { stored, opened } = await openView(lists, scope, view, timeZone);
  const { list } = stored;
  const summary = await firstRowsOf(scope, lists, { list }, opened);
  const publicUrl = services.publicUrl();
  const { subject, body } = reportMail(
    { id: 0, name, list, format, schedule, timeZone, page: pageOf(stored) },
    {
      publicUrl,
      reader: displayName(scope.who),
      columns: opened.columns,
      essentials: lists[list].list.essentials,
      summary,
      hasAmounts: lists[list].sum !== undefined,
      filters: filterWords(lists[list], stored),
      isAttached: attach && calendar.attach_files,
      ending: portalLink(publicUrl, REPORTS_PAGE).address,
    },
  );
  const { company } = scope.who;
  const envelope = envelopeOf(
    services,
    {
      subject: subject.text,
      user_id: scope.who.id,
      email_version: null,
      topic: REPORTS,
      label: company?.label ?? null,
      logo: company?.logo ?? null,
      accent_color: company?.accent_color ?? null,
    },
    body,
  );
  return {
    subject: subject.text,
    html: letterHtml(body, envelope),
    next_runs: nextRuns(schedule, calendar, now, RUNS_SHOWN).map((moment) => new Date(moment).toISOString()),
  };
};

const MINUTE = 60_000;
const HOUR_SECONDS = 60 * 60;

/** The owner sends it to everybody who accepted it, another reader to themselves. */
export const runReport = async ({ database, jobs }: Services, scope: CompanyScope, id: number) => {
  const { is_owner, state, readers } = await findReport(scope, id);
  const isSent = is_owner ? readers.some((reader) => reader.state === "accepted") : state === "accepted";
  if (!isSent) fail("report.no_reader");
  const plannedAt = new Date(Math.floor(Date.now() / MINUTE) * MINUTE);
  const userIds = is_owner ? null : [scope.who.id];
  const toServe = await readersToServe(scope, { reportId: id, plannedAt, byHand: true }, userIds);
  if (toServe.length === 0) return { detail: says.justRan };
  await countAttempt(database.platform, [
    { bucket: `report ${id} by ${scope.who.id}`, max: REPORT_LIMITS.runsByHand, seconds: HOUR_SECONDS },
    { bucket: `reports by ${scope.who.id}`, max: REPORT_LIMITS.runsOfAllByHand, seconds: HOUR_SECONDS },
  ]);
  const { companyId } = scope;
  const run: HandRun = { companyId, reportId: id, plannedAt: plannedAt.toISOString(), userIds };
  scope.afterCommit(() => jobs.requestJobSoon(RUN_REPORT, run, `${id}:${scope.who.id}:${run.plannedAt}`));
  return { detail: says.started };
};
