import type { RunResult } from "@mcc/contract/reports/reports.messages.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Format } from "./content/report-file.ts";
import type { StoredView } from "./content/report-query.ts";

/** What the messages of reports are sent for begins so; that of invitations does not. */
export const SENT_FOR = "report:";

export interface ReportKey {
  readonly company_id: number;
  readonly id: number;
}

/** The time zone and the working days of a company, as a report notes them. */
const PLANNED_IN = sql`coalesce(settings.time_zone, 'UTC') || ' '
  || array_to_string(coalesce(settings.working_days, '{1,2,3,4,5}'), ',')`;

export const dueReports = async (db: Kysely<Tables>, now: Date, limit: number): Promise<ReportKey[]> => {
  const { rows } = await sql<ReportKey>`
    select company_id, id from reports
    where deleted_at is null and not paused and next_run <= ${now}
      and not exists (select from companies where id = reports.company_id and closed_at is not null)
    order by next_run, id limit ${limit}`.execute(db);
  return rows;
};

/** Reports that were planned with another time zone or other working days, and are not due. */
export const outdatedPlans = async (db: Kysely<Tables>, now: Date, limit: number): Promise<ReportKey[]> => {
  const { rows } = await sql<ReportKey>`
    select report.company_id, report.id from reports report
    left join company_configurations settings on settings.company_id = report.company_id
    where report.deleted_at is null and not report.paused and report.next_run > ${now}
      and report.planned_in <> ${PLANNED_IN}
    order by report.id limit ${limit}`.execute(db);
  return rows;
};

export interface ReportRow extends StoredView {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  readonly list: ListWithViews;
  readonly view_id: number | null;
  readonly every: "day" | "workday" | "week" | "month";
  readonly weekday: number | null;
  readonly day: number | null;
  readonly at: string;
  readonly format: Format;
  readonly attach: boolean;
  readonly may_attach: boolean;
  readonly paused: boolean;
  readonly next_run: Date;
  readonly planned_in: string;
  /** The time zone that `next_run` was computed in. */
  readonly planned_zone: string;
  readonly time_zone: string;
  readonly working_days: number[];
}

export const findReport = async (
  { db, companyId }: CompanyData,
  id: number,
): Promise<ReportRow | undefined> => {
  const { rows } = await sql<ReportRow>`
    select report.id, report.name, report.user_id, report.list, view.id as view_id,
      case when view.id is null then report.columns else view.columns end as columns,
      case when view.id is null then report.ordering else view.ordering end as ordering,
      case when view.id is null then report.filters else view.filters end as filters,
      report.every, report.weekday, report.day, report.at, report.format, report.attach, report.paused,
      report.next_run, split_part(report.planned_in, ' ', 1) as planned_zone, ${PLANNED_IN} as planned_in,
      coalesce((select attach_files from report_settings where company_id = ${companyId}), false) as may_attach,
      coalesce(settings.time_zone, 'UTC') as time_zone,
      coalesce(settings.working_days, '{1,2,3,4,5}') as working_days
    from reports report
    left join list_views view on view.company_id = ${companyId} and view.id = report.view_id
    left join company_configurations settings on settings.company_id = ${companyId}
    where report.company_id = ${companyId} and report.id = ${id} and report.deleted_at is null`.execute(db);
  return rows[0];
};

export const setNextRun = async (
  { db, companyId }: CompanyData,
  { id, next_run: was, planned_in }: Pick<ReportRow, "id" | "next_run" | "planned_in">,
  next: Date,
): Promise<void> => {
  // A schedule that was changed in between has its own next moment.
  await sql`update reports set next_run = ${next}, planned_in = ${planned_in}
    where company_id = ${companyId} and id = ${id} and next_run = ${was}`.execute(db);
};

export interface PlannedRun {
  readonly reportId: number;
  readonly plannedAt: Date;
  readonly byHand: boolean;
}

export interface ReaderRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly email_version: number;
  readonly is_gone: boolean;
  readonly seen_keys: string[] | null;
  readonly seen_count: number | null;
  readonly seen_at: Date | null;
}

const selectReaders = ({ companyId }: CompanyData, reportId: number) => sql`
  select person.id, ${personName} as name, person.email, person.email_version,
    person.deleted_at is not null or person.disabled_at is not null as is_gone,
    reader.seen_keys, reader.seen_count, reader.seen_at
  from report_readers reader
  join users person on person.company_id = ${companyId} and person.id = reader.user_id
  where reader.company_id = ${companyId} and reader.report_id = ${reportId} and reader.state = 'accepted'`;

/** A user who accepted a report. */
export const findReader = async (
  data: CompanyData,
  reportId: number,
  userId: number,
): Promise<ReaderRow | undefined> => {
  const { rows } = await sql<ReaderRow>`${selectReaders(data, reportId)} and person.id = ${userId}`.execute(
    data.db,
  );
  return rows[0];
};

/** Those who accepted a report and have no run of this moment yet. */
export const readersToServe = async (
  data: CompanyData,
  { reportId, plannedAt, byHand }: PlannedRun,
  only: readonly number[] | null,
): Promise<ReaderRow[]> => {
  const { rows } = await sql<ReaderRow>`${selectReaders(data, reportId)}
      and (${only}::bigint[] is null or reader.user_id = any(${only}::bigint[]))
      and not exists (select from report_runs run where run.company_id = ${data.companyId} and run.report_id = ${reportId}
        and run.user_id = reader.user_id and run.planned_at = ${plannedAt} and run.by_hand = ${byHand})
    order by person.id`.execute(data.db);
  return rows;
};

export interface NewRun extends PlannedRun {
  readonly userId: number;
  readonly result: RunResult;
  readonly count: number | null;
  readonly sum: string | null;
}

/** Nothing when another worker has written it, or the report was ended or paused in between. */
export const addRun = async (
  { db, companyId }: CompanyData,
  { reportId, userId, plannedAt, byHand, result, count, sum }: NewRun,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into report_runs (company_id, report_id, user_id, planned_at, by_hand, result, row_count, row_sum)
    select ${companyId}::bigint, reader.report_id, reader.user_id, ${plannedAt}::timestamptz, ${byHand}::boolean, ${result},
      ${count}::integer, ${sum}::numeric
    from report_readers reader join reports report on report.company_id = ${companyId} and report.id = reader.report_id
    where reader.company_id = ${companyId} and reader.report_id = ${reportId} and reader.user_id = ${userId}
      and reader.state = 'accepted' and report.deleted_at is null and (${byHand}::boolean or not report.paused)
    for update of reader
    on conflict (company_id, report_id, user_id, planned_at, by_hand) do nothing returning id`.execute(db);
  return rows[0]?.id;
};

interface RunMessage {
  readonly runId: number;
  readonly messageId: number;
  readonly writtenAs: string;
  /** What the reader had got before. */
  readonly seen: Pick<ReaderRow, "seen_keys" | "seen_count" | "seen_at">;
}

export const setMessage = async (
  { db, companyId }: CompanyData,
  { runId, messageId, writtenAs, seen: { seen_keys, seen_count, seen_at } }: RunMessage,
) => {
  await sql`update report_runs set message_id = ${messageId}, written_as = ${writtenAs},
      seen_keys = ${seen_keys}::text[], seen_count = ${seen_count}::integer, seen_at = ${seen_at}::timestamptz
    where company_id = ${companyId} and id = ${runId}`.execute(db);
};

export const setSeen = async (
  { db, companyId }: CompanyData,
  reportId: number,
  userId: number,
  { keys, count, at }: { keys: readonly string[] | null; count: number; at: Date },
) => {
  await sql`update report_readers set seen_keys = ${keys}::text[], seen_count = ${count}, seen_at = ${at}
    where company_id = ${companyId} and report_id = ${reportId} and user_id = ${userId}`.execute(db);
};
