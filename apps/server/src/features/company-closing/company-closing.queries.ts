import { type Kysely, sql } from "kysely";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { type CompanyTable, linkOf } from "../../platform/db/company-tables.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export interface Closing {
  readonly id: number;
  readonly company_id: number;
  readonly name: string;
  readonly slug_name: string;
  readonly closed_at: Date;
  readonly closed_by: string;
  readonly delete_after: Date;
  readonly started_at: Date | null;
  readonly audit_entries: number | null;
  readonly audit_hash: string | null;
  readonly records: Readonly<Record<string, number>>;
  readonly files: number;
  readonly file_bytes: number;
  readonly deleted_at: Date | null;
  readonly certificate: string | null;
}

const LISTED = 200;

export const closingRows = async (db: Db): Promise<Closing[]> => {
  const { rows } = await sql<Closing>`
    select * from company_closings where reopened_at is null order by closed_at desc, id desc limit ${LISTED}`.execute(
    db,
  );
  return rows;
};

/** Not opened again, and not of a company that was deleted and imported again since. */
const OPEN = sql`reopened_at is null and deleted_at is null`;

/** Of a company that is closed and not opened again. Until the transaction ends, nobody else changes it. */
export const lockClosing = async (db: Db, companyId: number): Promise<Closing | undefined> => {
  const { rows } = await sql<Closing>`
    select * from company_closings where company_id = ${companyId} and ${OPEN} for update`.execute(db);
  return rows[0];
};

export const lockCompany = async (db: Db, id: number) => {
  const { rows } = await sql<{ name: string; slug_name: string; closed_at: Date | null }>`
    select name, slug_name, closed_at from companies where id = ${id} for update`.execute(db);
  return rows[0];
};

export const addClosing = async (
  db: Db,
  companyId: number,
  given: { readonly days: number; readonly by: string },
): Promise<Closing> => {
  await sql`update companies set closed_at = now(), delete_after = now() + make_interval(days => ${given.days}),
    updated_at = now() where id = ${companyId}`.execute(db);
  const { rows } = await sql<Closing>`
    insert into company_closings (company_id, name, slug_name, closed_at, closed_by, delete_after)
    select id, name, slug_name, closed_at, ${given.by}, delete_after from companies where id = ${companyId}
    returning *`.execute(db);
  return rows[0] as Closing;
};

/** Sessions and assistants end, and what was not sent yet stays unsent. */
export const stopEverything = async (db: Db, companyId: number): Promise<void> => {
  await sql`update sessions set ended_at = now(), end_reason = 'company_closed'
    where company_id = ${companyId} and ended_at is null`.execute(db);
  // Those of platform admins name no company.
  await sql`update sessions set ended_at = now(), end_reason = 'company_closed' where ended_at is null
    and support_access_id in (select id from support_accesses where company_id = ${companyId})`.execute(db);
  await sql`update support_accesses set revoked_at = now()
    where company_id = ${companyId} and revoked_at is null and ends_at > now()`.execute(db);
  await sql`update assistant_grants set ended_at = now()
    where company_id = ${companyId} and ended_at is null`.execute(db);
  await sql`update messages set state = 'failed', last_error = 'The company was closed.'
    where company_id = ${companyId} and state in ('waiting', 'held')`.execute(db);
};

export const companyAdmins = async (db: Db, companyId: number) => {
  const { rows } = await sql<{ email: string; name: string }>`
    select email, coalesce(nullif(first_name, ''), username) as name from users
    where company_id = ${companyId} and is_company_admin and deleted_at is null and disabled_at is null`.execute(
    db,
  );
  return rows;
};

export const reopen = async (db: Db, companyId: number, by: string): Promise<void> => {
  await sql`update companies set closed_at = null, delete_after = null, updated_at = now() where id = ${companyId}`.execute(
    db,
  );
  await sql`update company_closings set reopened_at = now(), reopened_by = ${by}
    where company_id = ${companyId} and ${OPEN}`.execute(db);
};

export const companiesToDelete = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from companies where delete_after <= now() order by delete_after`.execute(db);
  return rows.map(({ id }) => id);
};

/** Whether it is due, and not begun. `days` is for how long it waits for the collector. */
export const mayStillWait = async (db: Db, companyId: number, days: number): Promise<boolean> => {
  const { rows } = await sql`
    select from company_closings where company_id = ${companyId} and ${OPEN} and started_at is null and exists (
      select from companies where id = ${companyId} and delete_after > now() - make_interval(days => ${days}))`.execute(
    db,
  );
  return rows.length > 0;
};

/** From now on the company cannot be opened again. Null when it is not to be deleted. */
export const beginDeletion = async (db: Db, companyId: number): Promise<Closing | undefined> => {
  const { rows } = await sql<Closing>`
    update company_closings closing set started_at = coalesce(started_at, now()),
      audit_entries = coalesce(audit_entries, latest.position, 0), audit_hash = coalesce(audit_hash, latest.hash)
    from (select) as one left join lateral (select position, encode(hash, 'hex') as hash from audit_hashes
      where chain = ${companyId} order by position desc limit 1) as latest on true
    where closing.company_id = ${companyId} and ${OPEN}
      and exists (select from companies where id = ${companyId} and delete_after <= now())
    returning closing.*`.execute(db);
  return rows[0];
};

interface StoredFile {
  readonly storage_key: string;
  readonly size: number;
}

/** Some rows of a table of which each has a file. */
export const rowsWithFile = async (
  db: Db,
  table: "documents" | "unused_files",
  companyId: number,
  most: number,
): Promise<StoredFile[]> => {
  const size = table === "documents" ? sql`size` : sql`0`;
  const { rows } = await sql<StoredFile>`
    select storage_key, ${size} as size from ${sql.table(table)} where company_id = ${companyId} limit ${most}`.execute(
    db,
  );
  return rows;
};

const noteDeleted = (
  db: Db,
  companyId: number,
  table: string,
  deleted: number,
  bytes: number,
  files: number,
) =>
  sql`update company_closings set files = files + ${files}, file_bytes = file_bytes + ${bytes},
      records = records || jsonb_build_object(${table}::text, coalesce((records ->> ${table})::bigint, 0) + ${deleted}::bigint)
    where company_id = ${companyId} and ${OPEN}`.execute(db);

export const deleteRowsWithFile = async (
  db: Db,
  table: "documents" | "unused_files",
  companyId: number,
  files: readonly StoredFile[],
): Promise<void> => {
  await takeLock(db, "companyDeletion", companyId);
  const size = table === "documents" ? sql`size` : sql`0`;
  const { rows } = await sql<{ size: number }>`delete from ${sql.table(table)} where company_id = ${companyId}
    and storage_key = any(${files.map(({ storage_key }) => storage_key)}::text[]) returning ${size} as size`.execute(
    db,
  );
  const bytes = rows.reduce((sum, one) => sum + one.size, 0);
  await noteDeleted(db, companyId, table, rows.length, bytes, rows.length);
};

/** Another worker that deletes the same company waits, and may find it gone. */
const isStillThere = async (db: Db, companyId: number): Promise<boolean> => {
  await takeLock(db, "companyDeletion", companyId);
  const { rows } = await sql`select from companies where id = ${companyId}`.execute(db);
  return rows.length > 0;
};

/** Deletes some rows and counts them, in the transaction of the caller. Returns how many. */
export const deleteRows = async (
  db: Db,
  table: CompanyTable,
  companyId: number,
  most: number,
): Promise<number> => {
  if (!(await isStillThere(db, companyId))) return 0;
  const { column = null, table: linked = null } = linkOf(table.name) ?? {};
  // Rows that refer to others of their table go together with these.
  const limit = table.refersToItself ? null : most;
  const { rows } = await sql<{ deleted: number }>`select mcc.delete_company_rows(
    ${companyId}, ${table.name}, ${limit}::integer, ${column}::text, ${linked}::text) as deleted`.execute(db);
  const deleted = rows[0]?.deleted ?? 0;
  if (deleted > 0) await noteDeleted(db, companyId, table.name, deleted, 0, 0);
  return deleted;
};

/** What belongs to records of the company, and names neither it nor a user of it. */
export const deleteWhatIsLinked = async (db: Db, companyId: number): Promise<void> => {
  await takeLock(db, "companyDeletion", companyId);
  const { rows: sessions } = await sql`delete from sessions where support_access_id in (
    select id from support_accesses where company_id = ${companyId}) returning 1 as one`.execute(db);
  const { rows: items } = await sql`delete from oauth_items where oauth_grant in (
    select oauth_grant from assistant_grants where company_id = ${companyId}) returning 1 as one`.execute(db);
  if (sessions.length > 0) await noteDeleted(db, companyId, "sessions", sessions.length, 0, 0);
  if (items.length > 0) await noteDeleted(db, companyId, "oauth_items", items.length, 0, 0);
};

/** Undefined when another worker has finished it. */
export const finishDeletion = async (db: Db, companyId: number): Promise<Closing | undefined> => {
  if (!(await isStillThere(db, companyId))) return undefined;
  await sql`delete from access_versions where company_id = ${companyId}`.execute(db);
  // With the same number a company that is imported again begins at the first entry.
  await sql`delete from collector_positions where chain = ${companyId}`.execute(db);
  await sql`delete from companies where id = ${companyId}`.execute(db);
  await sql`delete from pgboss.job where data ->> 'companyId' = ${String(companyId)} and state <> 'active'`.execute(
    db,
  );
  const { rows } = await sql<Closing>`
    update company_closings set deleted_at = now(),
      records = records || '{"companies": 1}'
    where company_id = ${companyId} and ${OPEN} returning *`.execute(db);
  return rows[0];
};

export const keepCertificate = (db: Db, id: number, certificate: string) =>
  sql`update company_closings set certificate = ${certificate} where id = ${id}`.execute(db);
