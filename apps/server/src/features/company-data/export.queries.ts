import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { type CompanyTable, isOfCompany } from "../../platform/db/company-tables.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { exportedColumns } from "./exported-tables.ts";

type Db = Kysely<Tables>;

/** A file with some rows of a table. */
export interface TableFile {
  readonly path: string;
  readonly key: string;
  readonly rows: number;
  readonly size: number;
  readonly sha256: string;
}
export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly files: readonly TableFile[];
}

export interface ExportRecord {
  readonly id: number;
  readonly company_id: number;
  readonly state: "waiting" | "tables" | "documents" | "ready" | "failed";
  readonly attempts: number;
  readonly created_at: Date;
  readonly created_by_name: string;
  readonly records_done: number;
  readonly records_found: number | null;
  readonly documents_done: number;
  readonly documents_found: number | null;
  readonly document_bytes: number;
  readonly last_document_id: number;
  readonly missing: readonly number[];
  readonly tables: readonly ExportedTable[];
  readonly manifest: string | null;
  readonly readme: string | null;
  readonly archive_bytes: number | null;
  readonly ready_at: Date | null;
  readonly expires_at: Date | null;
  readonly is_stalled: boolean;
}

const OPEN = sql`state in ('waiting', 'tables', 'documents')`;
/** A run that has not reported for so long has lost its process. */
const LOST = sql`(attempts = 0 or reported_at < now() - interval '2 minutes')`;
const MOST_ATTEMPTS = sql.lit(20);
/** Longer than the link, so that a download that began in time can end. */
const KEPT = sql`interval '8 days'`;

const COLUMNS = sql`id, company_id, state, attempts, created_at, created_by_name, records_done, records_found, documents_done,
  documents_found, document_bytes, last_document_id, missing, tables, manifest, readme, archive_bytes, ready_at, expires_at,
  ${OPEN} and reported_at < now() - interval '10 seconds' and ${LOST} as is_stalled`;

export const latestExport = async ({ db, companyId }: CompanyScope): Promise<ExportRecord | undefined> => {
  const { rows } = await sql<ExportRecord>`
    select ${COLUMNS} from company_exports where company_id = ${companyId} order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
};

export const findExport = async (
  { db, companyId }: CompanyScope,
  id: number,
): Promise<ExportRecord | undefined> => {
  const { rows } = await sql<ExportRecord>`
    select ${COLUMNS} from company_exports where company_id = ${companyId} and id = ${id} and state = 'ready'
      and expires_at > now()`.execute(db);
  return rows[0];
};

/** Adds an export unless one is waiting or running. */
export const addExport = async (
  { db }: CompanyScope,
  who: { readonly id: number; readonly name: string },
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into company_exports (created_by, created_by_name) values (${who.id}, ${who.name})
    on conflict (company_id) where ${OPEN} do nothing returning id`.execute(db);
  return rows[0]?.id;
};

export const companiesWithOpenExports = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from company_exports where ${OPEN} and ${LOST}`.execute(db);
  return rows.map(({ company_id }) => company_id);
};

/** Takes the export of a company, unless another process is at work on it. One that fails again and again has failed. */
export const claimExport = async (db: Db, companyId: number): Promise<ExportRecord | undefined> => {
  const { rows } = await sql<ExportRecord>`
    update company_exports set attempts = attempts + 1, reported_at = now(),
      state = case when attempts >= ${MOST_ATTEMPTS} then 'failed' when state = 'waiting' then 'tables' else state end
    where company_id = ${companyId} and ${OPEN} and ${LOST}
    returning ${COLUMNS}`.execute(db);
  return rows.find(({ state }) => state !== "failed");
};

export interface Progress {
  readonly state?: "documents";
  readonly records_done?: number;
  readonly records_found?: number;
  readonly documents_done?: number;
  readonly documents_found?: number;
  readonly document_bytes?: number;
  readonly last_document_id?: number;
  readonly missing?: readonly number[];
  readonly tables?: readonly ExportedTable[];
}

/** False when another process has taken it over, or it is gone. */
export const reportExport = async (
  db: Db,
  { id, attempts }: Pick<ExportRecord, "id" | "attempts">,
  { tables, missing, ...progress }: Progress,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("company_exports")
    .set({
      ...progress,
      ...(missing && { missing: [...missing] }),
      ...(tables && { tables: JSON.stringify(tables) }),
      reported_at: sql`now()`,
    })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export interface FinishedExport {
  readonly manifest: string;
  readonly readme: string;
  readonly archive_bytes: number;
}

export const finishExport = async (
  db: Db,
  { id, attempts }: Pick<ExportRecord, "id" | "attempts">,
  finished: FinishedExport,
  days: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("company_exports")
    .set({ ...finished, state: "ready", ready_at: sql`now()` })
    .set("expires_at", sql<Date>`now() + make_interval(days => ${days})`)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The next worker does not have to wait until it counts as lost. */
export const releaseExport = (db: Db, { id, attempts }: Pick<ExportRecord, "id" | "attempts">) =>
  sql`update company_exports set reported_at = '-infinity' where id = ${id} and attempts = ${attempts}`.execute(
    db,
  );

/** The sweep of unused files drops it with the export. */
export const keepWithExport = (db: Db, companyId: number, key: string) =>
  sql`insert into unused_files (company_id, storage_key, drop_after) values (${companyId}, ${key}, now() + ${KEPT})
    on conflict (company_id, storage_key) do update set drop_after = excluded.drop_after`.execute(db);

export const countRows = async (db: Db, table: CompanyTable, companyId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table.name)} where ${isOfCompany(table.name, companyId)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

const ROWS_AT_ONCE = 1_000;

/** The rows of a table as JSON, some at a time, in the transaction it is called in. Documents come in the order of their ids. */
export async function* tableLines(db: Db, table: CompanyTable, companyId: number): AsyncGenerator<string[]> {
  const columns = sql.join(exportedColumns(table).map((column) => sql.ref(column)));
  const order = table.name === "documents" ? sql`order by company_id, id` : sql``;
  await sql`declare exported no scroll cursor for select row_to_json(one)::text as line from (
    select ${columns} from ${sql.table(table.name)} where ${isOfCompany(table.name, companyId)} ${order}) as one`.execute(
    db,
  );
  for (let more = true; more; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(db);
    more = rows.length === ROWS_AT_ONCE;
    if (rows.length > 0) yield rows.map(({ line }) => line);
  }
  await sql`close exported`.execute(db);
}

export const findCompanyName = async (db: Db, companyId: number) => {
  const { name, slug_name } = await db
    .selectFrom("companies")
    .select(["name", "slug_name"])
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return { id: companyId, name, slug: slug_name };
};
