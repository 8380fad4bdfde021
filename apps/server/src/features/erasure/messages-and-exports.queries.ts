import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Messages whose encrypted text is still there, and so is what is attached. */
export const storedMessages = async (db: Db, companyId: number, after: number, most: number) => {
  const { rows } = await sql<{ id: number; body: string; is_open: boolean; is_attached: boolean }>`
    select id, body, state in ('waiting', 'held') as is_open, attachment is not null as is_attached from messages
    where company_id = ${companyId} and id > ${after} and (body <> '' or attachment is not null)
    order by id limit ${most} for update`.execute(db);
  return rows;
};

export const setMessageBody = (db: Db, id: number, body: string) =>
  db.updateTable("messages").set({ body }).where("id", "=", id).execute();

export const deleteMessages = (db: Db, ids: readonly number[]) =>
  db.deleteFrom("messages").where("id", "in", ids).execute();

/** The reports that wait in messages are written anew before they are sent. */
export const rewriteReports = (db: Db, companyId: number) =>
  sql`update report_runs set written_as = null where company_id = ${companyId} and result = 'waiting'`.execute(
    db,
  );

/**
 * Exports of the company hold the person: those that are ready end, those under way begin again, and their files are
 * dropped. The process that writes one finds by the attempts that it is no longer its own.
 */
export const endExports = async (db: Db, companyId: number): Promise<void> => {
  await sql`update company_exports set manifest = null, readme = null, archive_bytes = null,
      expires_at = least(expires_at, now())
    where company_id = ${companyId} and state = 'ready'`.execute(db);
  await sql`update company_exports set state = 'waiting', attempts = attempts + 1, reported_at = '-infinity', tables = '[]',
      records_done = 0, records_found = null, documents_done = 0, documents_found = null, document_bytes = 0,
      last_document_id = 0, missing = '{}'
    where company_id = ${companyId} and state in ('tables', 'documents')`.execute(db);
  await sql`update unused_files set drop_after = now()
    where company_id = ${companyId} and storage_key like ${`${companyId}/company-exports/%`}`.execute(db);
};
