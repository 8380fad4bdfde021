import { can, type GlobalAction, must } from "@mcc/contract/access/permissions.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { runResultWords, reportMessages as says } from "@mcc/contract/reports/reports.messages.ts";
import {
  type NewReport,
  REPORT_LIMITS,
  type Report,
  type ReportChanges,
  type ReportRun,
  type ReportViewInput,
} from "@mcc/contract/reports/reports.schema.ts";
import { nextRun } from "@mcc/contract/reports/schedule.rules.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { views } from "../views/views.service.ts";
import { openReport } from "./content/report-content.ts";
import type { ReportLists } from "./content/report-list.ts";
import { toReport } from "./listed-report.ts";
import { inviteReader } from "./report-invitations.ts";
import * as queries from "./reports.queries.ts";

const uniqueName = { index: "reports_name", field: "name", message: says.nameTaken };

export const reports = async (scope: CompanyScope, { all = false, ...page }: Window & { all?: boolean }) => {
  if (all) must(scope.who, "company-admin");
  const { time_zone } = await queries.companyCalendar(scope);
  const { results, ...rest } = countedPage(await queries.reportRows(scope, all, page));
  return { ...rest, results: results.map((row) => toReport(scope, time_zone, row as queries.ListedReport)) };
};

const rowOf = async (scope: CompanyScope, id: number): Promise<queries.ListedReport> =>
  (await queries.findReport(scope, id)) ?? fail("not_found");

export const findReport = async (scope: CompanyScope, id: number): Promise<Report> => {
  const { time_zone } = await queries.companyCalendar(scope);
  return toReport(scope, time_zone, await rowOf(scope, id));
};

/** The stored form of a view, one that the user may see or what they have on the screen, and what they see of it now. */
export const openView = async (
  lists: ReportLists,
  scope: CompanyScope,
  given: ReportViewInput,
  timeZone: string,
) => {
  const { list, saved_view } = given;
  must(scope.who, lists[list].list.allow as GlobalAction);
  const saved = saved_view === null ? undefined : await savedView(scope, list, saved_view);
  const { columns, ordering, filters } = saved ?? given;
  const view = { columns, ordering, filters };
  const opened = await openReport(scope, lists, { list, view, timeZone }, Date.now());
  if (opened === "view_invalid") return failField("view.filters", says.filterInvalid);
  if (opened === "no_right") return fail("access.denied");
  return { stored: { list, view_id: saved_view, ...view }, opened };
};

const savedView = async (scope: CompanyScope, list: ReportViewInput["list"], id: number) => {
  const { results } = await views(scope, list);
  return results.find((view) => view.id === id) ?? failField("view.saved_view", says.viewUnknown);
};

type Calendar = queries.CalendarRow;

const planOf = (schedule: NewReport["schedule"], calendar: Calendar) => ({
  next_run: new Date(nextRun(schedule, calendar, Date.now())),
  planned_in: `${calendar.time_zone} ${calendar.working_days.join()}`,
});

const checkAttach = (attach: boolean | undefined, { attach_files }: Calendar): void => {
  if (attach && !attach_files) failField("attach", says.attachNotAllowed);
};

export const mustBePossibleReaders = async (scope: CompanyScope, ids: readonly number[]) => {
  const people = await queries.possibleReaderIds(scope, ids);
  return people.length < ids.length ? failField("readers", says.readerUnknown) : people;
};

const LEFT: readonly string[] = ["declined", "ended"];

/** Everybody but the owner is asked first, and who declined or ended it is asked again if they are named again. */
const setReaders = async (
  services: Services,
  scope: CompanyScope,
  report: Report,
  wanted: readonly number[],
): Promise<void> => {
  const now = new Set(report.readers.filter(({ state }) => !LEFT.includes(state)).map(({ id }) => id));
  const added = wanted.filter((id) => !now.has(id));
  const people = await mustBePossibleReaders(scope, added);
  await queries.removeReaders(
    scope,
    report.id,
    [...now].filter((id) => !wanted.includes(id)),
  );
  for (const person of people) {
    const isOwner = person.id === report.owner.id;
    await queries.addReader(scope, report.id, person.id, isOwner ? "accepted" : "invited");
    if (!isOwner) await inviteReader(services, scope, report, person);
  }
};

const audited = ({ id, name, owner, view, schedule, format, attach, paused, readers }: Report) => ({
  id,
  name,
  owner: owner.name,
  view,
  schedule,
  format,
  attach,
  paused,
  readers: readers.map((reader) => reader.name),
});

const mayHaveAnother = async (scope: CompanyScope): Promise<void> => {
  await queries.lockReportsOf(scope);
  if ((await queries.countOwnReports(scope)) >= REPORT_LIMITS.own) fail("reports.full");
};

export const createReport = async (
  services: Services,
  lists: ReportLists,
  scope: CompanyScope,
  { name, view, schedule, format, attach, readers = [scope.who.id] }: NewReport,
): Promise<Report> => {
  const calendar = await queries.companyCalendar(scope);
  checkAttach(attach, calendar);
  const { stored } = await openView(lists, scope, view, calendar.time_zone);
  await mayHaveAnother(scope);
  const fields = { user_id: scope.who.id, name, ...stored, ...schedule, format, attach, paused: false };
  const { id } = await writeUnique(
    queries.addReport(scope, { ...fields, ...planOf(schedule, calendar) }),
    uniqueName,
  );
  await setReaders(services, scope, await findReport(scope, id), readers);
  const report = await findReport(scope, id);
  await addChangeEntry(scope, { action: "report.created", record: audited(report) });
  return report;
};

export const updateReport = async (
  services: Services,
  lists: ReportLists,
  scope: CompanyScope,
  id: number,
  { view, schedule, readers, paused, ...plain }: ReportChanges,
): Promise<Report> => {
  await queries.lockReport(scope, id);
  const before = await findReport(scope, id);
  const isMore = view || schedule || readers || Object.keys(plain).length > 0;
  const isAdmin = can(scope.who, "company-admin");
  // A company admin who changes what somebody made who is gone becomes its owner.
  const takesOver = isMore && isAdmin && before.owner.is_gone;
  if (!before.is_owner && !takesOver && (isMore || !isAdmin)) fail("report.not_owner");
  if (takesOver) await mayHaveAnother(scope);
  const calendar = await queries.companyCalendar(scope);
  if (!before.attach) checkAttach(plain.attach, calendar);
  const stored = view && (await openView(lists, scope, view, calendar.time_zone)).stored;
  // What was missed while it was paused is not sent later.
  const isResumed = before.paused && paused === false;
  const isMoved =
    schedule &&
    (["every", "weekday", "day", "at"] as const).some(
      (part) => (schedule[part] ?? null) !== (before.schedule[part] ?? null),
    );
  const plan = isMoved || isResumed ? planOf(schedule ?? before.schedule, calendar) : {};
  const changes = {
    ...{ ...plain, ...stored, ...schedule, ...(paused === undefined ? {} : { paused }), ...plan },
    ...(takesOver && { user_id: scope.who.id }),
  };
  await writeUnique(queries.setReport(scope, id, changes), uniqueName);
  if (takesOver) await queries.removeReaders(scope, id, [before.owner.id]);
  if (readers) {
    const wanted = takesOver ? readers.filter((reader) => reader !== before.owner.id) : readers;
    await setReaders(services, scope, await findReport(scope, id), wanted);
  }
  const after = await findReport(scope, id);
  if (JSON.stringify(audited(after)) !== JSON.stringify(audited(before)))
    await addChangeEntry(scope, {
      action: "report.updated",
      record: audited(after),
      before: audited(before),
    });
  return after;
};

export const deleteReport = async (scope: CompanyScope, id: number) => {
  await queries.lockReport(scope, id);
  const report = await findReport(scope, id);
  if (!report.is_owner && !can(scope.who, "company-admin")) fail("report.not_owner");
  await queries.endReport(scope, id);
  await addChangeEntry(scope, { action: "report.deleted", record: audited(report) });
  return { detail: says.deleted };
};

export const acceptReport = async (scope: CompanyScope, id: number): Promise<Report> => {
  const accepted = await queries.setReaderState(scope, id, scope.who.id, "accept");
  return accepted ? findReport(scope, id) : fail("not_found");
};

export const declineReport = async (scope: CompanyScope, id: number) => {
  const declined = await queries.setReaderState(scope, id, scope.who.id, "decline");
  return declined ? { detail: says.left } : fail("not_found");
};

export const reportRuns = async (scope: CompanyScope, id: number, page: Window) => {
  const { owner } = await rowOf(scope, id);
  const all = owner.id === scope.who.id || scope.who.is_company_admin;
  const { results, ...rest } = countedPage(await queries.runRows(scope, id, all, page));
  return {
    ...rest,
    results: results.map(({ row_count, row_sum, planned_at, ran_at, ...run }): ReportRun => {
      const isOwn = run.reader.id === scope.who.id;
      return {
        ...run,
        planned_at: planned_at.toISOString(),
        ran_at: ran_at.toISOString(),
        detail: runResultWords[run.result],
        rows: isOwn ? row_count : null,
        sum: isOwn ? row_sum : null,
      };
    }),
  };
};

/** The people that are offered as readers at a time. */
const READERS_OFFERED = 20;

export const possibleReaders = async (scope: CompanyScope, search = "") => ({
  results: await queries.readerSuggestions(scope, search.trim(), READERS_OFFERED),
});

export const findReportSettings = queries.companyCalendar;

export const updateReportSettings = async (
  scope: CompanyScope,
  { attach_files }: { readonly attach_files: boolean },
) => {
  const before = await queries.companyCalendar(scope);
  if (before.attach_files === attach_files) return before;
  await queries.setAttachFiles(scope, attach_files);
  const { companyId, who } = scope;
  const record = (value: boolean) => ({ id: companyId, name: who.company?.name, attach_files: value });
  await addChangeEntry(scope, {
    action: "report_settings.updated",
    record: record(attach_files),
    before: record(before.attach_files),
  });
  return { ...before, attach_files };
};
