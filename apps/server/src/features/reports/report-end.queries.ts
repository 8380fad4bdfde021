import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import type { ReportEnd } from "./report-end-link.ts";

interface Ending {
  readonly companyId: number;
  readonly reportId: number;
  readonly userId: number;
  readonly name: string;
  /** The reader has stopped it, or never accepted it. */
  readonly hasEnded: boolean;
}

/** The report of a link; nothing when its reader has another address or was deleted, or the report has ended. */
export const findEnding = async (
  db: Kysely<Tables>,
  { reportId, userId, emailVersion }: ReportEnd,
): Promise<Ending | undefined> => {
  const { rows } = await sql<Ending>`
    select report.company_id as "companyId", report.id as "reportId", reader.user_id as "userId", report.name,
      reader.state in ('declined', 'ended') as "hasEnded"
    from reports report
    join report_readers reader on reader.company_id = report.company_id and reader.report_id = report.id
    join users person on person.company_id = report.company_id and person.id = reader.user_id
    where report.id = ${reportId} and report.deleted_at is null and reader.user_id = ${userId}
      and person.email_version = ${emailVersion} and person.deleted_at is null`.execute(db);
  return rows[0];
};
