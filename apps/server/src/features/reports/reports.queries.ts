import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { type RawBuilder, sql } from "kysely";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName } from "../../platform/db/person-fields.ts";
import { contains, type Window } from "../../platform/lists/list.ts";
import type { Format } from "./content/report-file.ts";
import type { StoredView } from "./content/report-query.ts";

/** A user's reports are created one after the other, so that each is counted. */
export const lockReportsOf = ({ db, who }: CompanyScope) => takeLock(db, "reportsOfUser", who.id);

export const countOwnReports = async ({ db, companyId, who }: CompanyScope): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reports
    where company_id = ${companyId} and user_id = ${who.id} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

export interface ListedReader {
  readonly id: number;
  readonly name: string;
  readonly state: "invited" | "accepted" | "declined" | "ended" | "refused";
}

export interface ListedReport extends StoredView {
  readonly id: number;
  readonly name: string;
  readonly list: ListWithViews;
  readonly view_id: number | null;
  readonly view_name: string | null;
  readonly every: "day" | "workday" | "week" | "month";
  readonly weekday: number | null;
  readonly day: number | null;
  readonly at: string;
  readonly format: Format;
  readonly attach: boolean;
  readonly paused: boolean;
  readonly next_run: Date;
  readonly owner: Report["owner"];
  readonly readers: readonly ListedReader[];
  readonly last_run: {
    readonly planned_at: string;
    readonly ran_at: string;
    readonly sent: number;
    readonly waiting: number;
    readonly not_sent: number;
  } | null;
  readonly count: number;
}

const seesAll = ({ who }: CompanyScope): RawBuilder<boolean> =>
  sql`(${who.is_company_admin}::boolean or report.user_id = ${who.id})`;

/** Their own, and those they get, got or are invited to; with `all`, for company admins, those of the company. */
const visible = ({ companyId, who }: CompanyScope, all: boolean): RawBuilder<boolean> =>
  all
    ? sql`true`
    : sql`(report.user_id = ${who.id} or exists (select from report_readers own where own.company_id = ${companyId}
        and own.report_id = report.id and own.user_id = ${who.id} and own.state <> 'declined'))`;

/** Whether the user sees the view that a report follows: of another one they are not told the name either. */
const seesView = ({ who }: CompanyScope): RawBuilder<boolean> =>
  sql`(view.shared or view.user_id = ${who.id})`;

const ISO = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
const iso = (moment: RawBuilder<unknown>) => sql`to_char(${moment} at time zone 'UTC', ${ISO})`;

const selectReports = (scope: CompanyScope) => sql`
  select report.id, report.name, report.list, case when ${seesView(scope)} then view.id end as view_id,
    case when ${seesView(scope)} then view.name end as view_name,
    case when view.id is null then report.columns else view.columns end as columns,
    case when view.id is null then report.ordering else view.ordering end as ordering,
    case when view.id is null then report.filters else view.filters end as filters,
    report.every, report.weekday, report.day, report.at, report.format, report.attach, report.paused, report.next_run,
    (select json_build_object('id', person.id, 'name', ${personName},
        'is_gone', person.deleted_at is not null or person.disabled_at is not null) from users person
      where person.company_id = ${scope.companyId} and person.id = report.user_id) as owner,
    coalesce((select json_agg(json_build_object('id', person.id, 'name', ${personName}, 'state', reader.state)
        order by ${naturalSort(personName)}, person.id)
      from report_readers reader join users person on person.company_id = ${scope.companyId} and person.id = reader.user_id
      where reader.company_id = ${scope.companyId} and reader.report_id = report.id), '[]') as readers,
    (select json_build_object('planned_at', ${iso(sql`run.planned_at`)}, 'ran_at', ${iso(sql`max(run.ran_at)`)},
        'sent', count(*) filter (where run.result = 'sent'),
        'waiting', count(*) filter (where run.result = 'waiting'),
        'not_sent', count(*) filter (where run.result not in ('waiting', 'sent')))
      from report_runs run
      where run.company_id = ${scope.companyId} and run.report_id = report.id
        and (${seesAll(scope)} or run.user_id = ${scope.who.id})
      group by run.planned_at, run.by_hand order by run.planned_at desc, run.by_hand limit 1) as last_run`;

const fromReports = ({ companyId }: CompanyScope) => sql`
  from reports report
  left join list_views view on view.company_id = ${companyId} and view.id = report.view_id
  where report.company_id = ${companyId} and report.deleted_at is null`;

export const reportRows = async (scope: CompanyScope, all: boolean, { limit, offset }: Window) => {
  const { rows } =
    await sql<ListedReport>`${selectReports(scope)}, count(*) over ()::int as count ${fromReports(scope)}
    and ${visible(scope, all)}
    order by ${naturalSort(sql`report.name`)}, report.id limit ${limit} offset ${offset}`.execute(scope.db);
  return rows;
};

/** Company admins find those of others too. */
export const findReport = async (scope: CompanyScope, id: number): Promise<ListedReport | undefined> => {
  const { rows } = await sql<ListedReport>`${selectReports(scope)} ${fromReports(scope)}
    and report.id = ${id} and ${visible(scope, scope.who.is_company_admin)}`.execute(scope.db);
  return rows[0];
};

export const lockReport = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`select id from reports where company_id = ${companyId} and id = ${id} for update`.execute(db);
};

export interface StoredReport {
  readonly user_id: number;
  readonly name: string;
  readonly list: string;
  readonly view_id: number | null;
  readonly columns: readonly string[];
  readonly ordering: string | null;
  readonly filters: StoredView["filters"];
  readonly every: string;
  readonly weekday: number | null;
  readonly day: number | null;
  readonly at: string;
  readonly format: string;
  readonly attach: boolean;
  readonly paused: boolean;
  readonly next_run: Date;
  readonly planned_in: string;
}

const asStored = ({ columns, filters, ...fields }: Partial<StoredReport>) => ({
  ...fields,
  ...(columns && { columns: JSON.stringify(columns) }),
  ...(filters && { filters: JSON.stringify(filters) }),
});

export const addReport = ({ db }: CompanyScope, report: StoredReport): Promise<{ id: number }> =>
  db
    .insertInto("reports")
    .values({ ...report, ...asStored(report) } as never)
    .returning("id")
    .executeTakeFirstOrThrow();

export const setReport = async (
  { db, companyId }: CompanyScope,
  id: number,
  changes: Partial<StoredReport>,
): Promise<void> => {
  if (Object.keys(changes).length === 0) return;
  await db
    .updateTable("reports")
    .set(asStored(changes) as never)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
};

export const endReport = ({ db, companyId }: CompanyScope, id: number) =>
  sql`update reports set deleted_at = now() where company_id = ${companyId} and id = ${id}`.execute(db);

/** Users of the company who can be readers, of these. */
export const possibleReaderIds = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<{ id: number; name: string; email: string }[]> => {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select person.id, ${personName} as name, person.email from users person
    where person.company_id = ${companyId} and person.id = any(${ids}::bigint[])
      and person.deleted_at is null and person.disabled_at is null`.execute(db);
  return rows;
};

export const readerSuggestions = async (
  { db, companyId }: CompanyScope,
  typed: string,
  limit: number,
): Promise<{ id: number; name: string; username: string }[]> => {
  const { rows } = await sql<{ id: number; name: string; username: string }>`
    select person.id, ${personName} as name, person.username from users person
    where person.company_id = ${companyId} and person.deleted_at is null and person.disabled_at is null
      and (${contains(personName, typed)} or ${contains(sql`person.username`, typed)})
    order by ${naturalSort(personName)}, person.id limit ${limit}`.execute(db);
  return rows;
};

export const addReader = async (
  { db }: CompanyScope,
  reportId: number,
  userId: number,
  state: "invited" | "accepted",
): Promise<void> => {
  await sql`insert into report_readers (report_id, user_id, state) values (${reportId}, ${userId}, ${state})
    on conflict (company_id, report_id, user_id) do update set state = excluded.state`.execute(db);
};

export const removeReaders = async (
  { db, companyId }: CompanyScope,
  reportId: number,
  userIds: readonly number[],
): Promise<void> => {
  await sql`delete from report_readers where company_id = ${companyId} and report_id = ${reportId}
    and user_id = any(${userIds}::bigint[])`.execute(db);
};

/**
 * Returns the report's name, if the user is a reader of a report that is still there. Who declines one that they ended no
 * longer finds it in their list.
 */
export const setReaderState = async (
  { db, companyId }: CompanyData,
  reportId: number,
  userId: number,
  answer: "accept" | "decline" | "end",
): Promise<{ name: string } | undefined> => {
  const { rows } = await sql<{ name: string }>`
    update report_readers reader
    set state = case when ${answer === "accept"}::boolean then 'accepted'
      when reader.state in ('invited', 'declined') then 'declined'
      when reader.state = 'ended' and ${answer === "decline"}::boolean then 'declined' else 'ended' end
    from reports report
    where reader.company_id = ${companyId} and reader.report_id = ${reportId} and reader.user_id = ${userId}
      and report.company_id = ${companyId} and report.id = ${reportId} and report.deleted_at is null
    returning report.name`.execute(db);
  return rows[0];
};

export interface CalendarRow {
  readonly time_zone: string;
  readonly working_days: number[];
  readonly attach_files: boolean;
}

export const companyCalendar = async ({ db, companyId }: CompanyScope): Promise<CalendarRow> => {
  const { rows } = await sql<CalendarRow>`
    select coalesce(settings.time_zone, 'UTC') as time_zone,
      coalesce(settings.working_days, '{1,2,3,4,5}') as working_days,
      coalesce(chosen.attach_files, false) as attach_files
    from (select 1) as one
    left join company_configurations settings on settings.company_id = ${companyId}
    left join report_settings chosen on chosen.company_id = ${companyId}`.execute(db);
  return rows[0] as CalendarRow;
};

export const setAttachFiles = async (
  { db, companyId }: CompanyScope,
  attachFiles: boolean,
): Promise<void> => {
  await sql`insert into report_settings (company_id, attach_files) values (${companyId}, ${attachFiles})
    on conflict (company_id) do update set attach_files = excluded.attach_files`.execute(db);
};

export interface ListedRun {
  readonly id: number;
  readonly planned_at: Date;
  readonly ran_at: Date;
  readonly by_hand: boolean;
  readonly reader: { readonly id: number; readonly name: string };
  readonly result:
    | "waiting"
    | "sent"
    | "refused"
    | "no_account"
    | "no_right"
    | "no_email"
    | "view_invalid"
    | "canceled"
    | "failed";
  readonly row_count: number | null;
  readonly row_sum: string | null;
  readonly count: number;
}

export const runRows = async (
  { db, companyId, who }: CompanyScope,
  reportId: number,
  all: boolean,
  { limit, offset }: Window,
): Promise<ListedRun[]> => {
  const { rows } = await sql<ListedRun>`
    select run.id, run.planned_at, run.ran_at, run.by_hand, run.result, run.row_count, run.row_sum::text as row_sum,
      json_build_object('id', person.id, 'name', ${personName}) as reader, count(*) over ()::int as count
    from report_runs run join users person on person.company_id = ${companyId} and person.id = run.user_id
    where run.company_id = ${companyId} and run.report_id = ${reportId}
      and (${all}::boolean or run.user_id = ${who.id})
    order by run.planned_at desc, run.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
};
