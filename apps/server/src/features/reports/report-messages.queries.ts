import type { RunResult } from "@mcc/contract/reports/reports.messages.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Summary } from "./content/report-content.ts";
import { type ReaderRow, SENT_FOR, setSeen } from "./report-sending.queries.ts";

interface WaitingRun {
  readonly id: number;
  readonly company_id: number;
  readonly report_id: number;
  readonly user_id: number;
  readonly by_hand: boolean;
  readonly written_as: string | null;
  /** What the reader had got before this run. */
  readonly seen: Pick<ReaderRow, "seen_keys" | "seen_count" | "seen_at">;
}

/** The run that a message is of, which is not sent yet. */
export const findWaitingRun = async (
  db: Kysely<Tables>,
  messageId: number,
): Promise<WaitingRun | undefined> => {
  const { rows } = await sql<Omit<WaitingRun, "seen"> & WaitingRun["seen"]>`
    select id, company_id, report_id, user_id, by_hand, written_as, seen_keys, seen_count, seen_at
    from report_runs where result = 'waiting' and message_id = ${messageId}`.execute(db);
  if (!rows[0]) return undefined;
  const { seen_keys, seen_count, seen_at, ...run } = rows[0];
  return { ...run, seen: { seen_keys, seen_count, seen_at } };
};

/**
 * Whether a message is no report, such as an invitation, and goes to a user who may sign in. A report without a run that
 * waits was withdrawn: the worker that did so may have ended before it noted that with the message.
 */
export const isNoticeToActiveUser = async (db: Kysely<Tables>, messageId: number): Promise<boolean> => {
  const { rows } = await sql`select from messages join users person on person.id = messages.user_id
    where messages.id = ${messageId} and not starts_with(coalesce(sent_for, ''), ${SENT_FOR})
      and person.deleted_at is null and person.disabled_at is null`.execute(db);
  return rows.length > 0;
};

/**
 * The next report compares itself with the last one that arrived, not with this one. If it is written already, it does so
 * when it is written anew; what its reader has got is then that of the later one.
 */
export const restoreSeen = async ({ db, companyId }: CompanyData, runId: number): Promise<void> => {
  await sql`
    with run as (
      select * from report_runs where company_id = ${companyId} and id = ${runId}),
    later as (
      select other.id, other.result from report_runs other join run on other.report_id = run.report_id
        and other.user_id = run.user_id and other.id > run.id
      where other.company_id = ${companyId} and other.result in ('waiting', 'sent') order by other.id limit 1),
    kept as (
      update report_readers reader set seen_keys = run.seen_keys, seen_count = run.seen_count, seen_at = run.seen_at
      from run where reader.company_id = ${companyId} and reader.report_id = run.report_id
        and reader.user_id = run.user_id and not exists (select from later)),
    passed_on as (
      update report_runs other set seen_keys = run.seen_keys, seen_count = run.seen_count, seen_at = run.seen_at
      from run, later where other.company_id = ${companyId} and other.id = later.id and later.result = 'waiting')
    update report_runs set seen_keys = null where company_id = ${companyId} and id = ${runId}`.execute(db);
};

export const cancelRun = async (data: CompanyData, { id }: WaitingRun, result: RunResult): Promise<void> => {
  await sql`update report_runs set result = ${result}, row_count = null, row_sum = null
    where company_id = ${data.companyId} and id = ${id}`.execute(data.db);
  await restoreSeen(data, id);
};

/** Notes what a message says that was written anew. */
export const rewriteRun = async (
  data: CompanyData,
  { id, report_id, user_id }: WaitingRun,
  { summary, writtenAs }: { readonly summary: Summary; readonly writtenAs: string },
  now: Date,
): Promise<void> => {
  await sql`update report_runs set row_count = ${summary.count}, row_sum = ${summary.sum}::numeric, written_as = ${writtenAs}
    where company_id = ${data.companyId} and id = ${id}`.execute(data.db);
  await setSeen(data, report_id, user_id, { ...summary, at: now });
};

export interface SettledRun {
  readonly id: number;
  readonly company_id: number;
  readonly report_id: number;
  readonly user_id: number;
  readonly result: RunResult;
}

/** Runs whose message was sent, given up or deleted with the person whom it was to, the latest first. */
export const settleRuns = async (db: Kysely<Tables>): Promise<SettledRun[]> => {
  const { rows } = await sql<SettledRun>`
    with settled as (
      update report_runs run
      set result = case when message.state <> 'failed' then 'sent' when message.address_refused then 'refused'
          when message.id is null and person.deleted_at is not null then 'no_account' else 'failed' end,
        seen_keys = case when coalesce(message.state, 'failed') = 'failed' then run.seen_keys end
      from report_runs waiting
        left join messages message on message.id = waiting.message_id
        left join users person on person.company_id = waiting.company_id and person.id = waiting.user_id
      where run.id = waiting.id and run.result = 'waiting' and waiting.result = 'waiting'
        and (message.id is null or message.state in ('sent', 'kept', 'gathered', 'failed'))
      returning run.id, run.company_id, run.report_id, run.user_id, run.result)
    select * from settled order by id desc`.execute(db);
  return rows;
};

interface RefusedReader {
  readonly report: string;
  readonly reader: string;
  readonly owner_id: number;
  readonly owner: string;
  readonly email: string;
}

/** Stops the report for a reader; returns whom to notify. */
export const refuseReader = async (
  { db, companyId }: CompanyData,
  reportId: number,
  userId: number,
): Promise<RefusedReader | undefined> => {
  const { rows } = await sql<RefusedReader>`
    update report_readers reader set state = 'refused'
    from reports report
      join users owner on owner.company_id = ${companyId} and owner.id = report.user_id,
      users person
    where reader.company_id = ${companyId} and reader.report_id = ${reportId} and reader.user_id = ${userId}
      and reader.state = 'accepted' and report.company_id = ${companyId} and report.id = ${reportId}
      and person.company_id = ${companyId} and person.id = ${userId}
    returning report.name as report, ${personName} as reader, owner.id as owner_id,
      coalesce(nullif(trim(owner.first_name || ' ' || owner.last_name), ''), owner.username) as owner,
      case when owner.deleted_at is null and owner.disabled_at is null then owner.email else '' end as email`.execute(
    db,
  );
  return rows[0];
};
