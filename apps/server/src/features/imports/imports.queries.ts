import { displayName } from "@mcc/contract/access/session.ts";
import type { BatchResult, Import } from "@mcc/contract/imports/imports.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Window } from "../../platform/lists/list.ts";

const personName = (id: ReturnType<typeof sql>, companyId: number) => sql`
  (select coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) from users
    where company_id = ${companyId} and users.id = ${id})`;

/** A platform admin is none of the company's users. */
export const createdBy = ({ companyId }: CompanyScope) =>
  sql`coalesce(imports.created_by_name, ${personName(sql`imports.created_by`, companyId)})`;

/** An import as the API sends it. */
export const importFields = (scope: CompanyScope) => sql`
  imports.id, imports.kind, imports.file_name, imports.is_upsert, imports.created_at, imports.undone_at,
  imports.created, imports.updated, imports.unchanged, imports.failed,
  ${createdBy(scope)} as created_by, ${personName(sql`imports.undone_by`, scope.companyId)} as undone_by`;

export interface ImportRecord extends Omit<Import, "created_at" | "undone_at"> {
  created_at: Date;
  undone_at: Date | null;
}

export const findImport = async (scope: CompanyScope, id: string): Promise<ImportRecord | undefined> => {
  const { rows } = await sql<ImportRecord>`
    select ${importFields(scope)} from imports
    where company_id = ${scope.companyId} and id = ${id}::uuid`.execute(scope.db);
  return rows[0];
};

export interface NewImport {
  readonly id: string;
  readonly kind: Import["kind"];
  readonly fileName: string;
  readonly isUpsert: boolean;
  readonly users: readonly number[];
}

/** Makes the import unless it is there. Returns whether it is new. */
export const addImport = async (
  { db, who }: CompanyScope,
  { id, kind, fileName, isUpsert, users }: NewImport,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into imports (id, kind, file_name, is_upsert, users, created_by, created_by_name)
    values (${id}::uuid, ${kind}, ${fileName}, ${isUpsert}, ${users}, ${who.id},
      ${who.is_mcc_admin ? displayName(who) : null})
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
};

export interface LockedImport {
  kind: Import["kind"];
  undone_at: Date | null;
  file_name: string;
  is_upsert: boolean;
  /** Who is assigned to each of its sites. */
  users: number[];
  failed: number;
}

/** Until the transaction ends, no other batch of the import is saved, and it is not undone. */
export const lockImport = async ({ db, companyId }: CompanyScope, id: string) => {
  const { rows } = await sql<LockedImport>`
    select kind, undone_at, file_name, is_upsert, users, failed from imports
    where company_id = ${companyId} and id = ${id}::uuid for update`.execute(db);
  return rows[0];
};

export const findBatchReply = async (
  { db, companyId }: CompanyScope,
  id: string,
  batch: number,
): Promise<BatchResult[] | undefined> => {
  const { rows } = await sql<{ reply: BatchResult[] }>`
    select reply from import_batches
    where company_id = ${companyId} and import_id = ${id}::uuid and batch = ${batch}`.execute(db);
  return rows[0]?.reply;
};

export const addBatchReply = (
  { db }: CompanyScope,
  id: string,
  batch: number,
  reply: readonly BatchResult[],
) =>
  sql`insert into import_batches (import_id, batch, reply)
    values (${id}::uuid, ${batch}, ${JSON.stringify(reply)})`.execute(db);

/** A row as it was saved, or not. */
export interface SavedRow {
  readonly row_number: number | null;
  readonly outcome: "created" | "updated" | "unchanged" | "failed";
  readonly name: string;
  readonly site_id?: number;
  readonly budget_id?: number;
  readonly shop_username?: string;
  readonly assigned?: readonly number[];
  readonly before?: object;
  /** Of a budget; that of a site is read when it is stored. */
  readonly after?: object;
  readonly cells?: object;
  readonly errors?: readonly object[];
}

/** The fields of a site that an import can change, to undo it and to notice later changes. */
export const siteState = (site: string) => sql`jsonb_build_object(
  'name', ${sql.ref(`${site}.name`)}, 'location_name', ${sql.ref(`${site}.location_name`)},
  'division', ${sql.ref(`${site}.division`)}, 'business_unit', ${sql.ref(`${site}.business_unit`)},
  'region', ${sql.ref(`${site}.region`)}, 'ecommerce_username', ${sql.ref(`${site}.ecommerce_username`)},
  'ecommerce_user_email', ${sql.ref(`${site}.ecommerce_user_email`)}, 'site_type_id', ${sql.ref(`${site}.site_type_id`)},
  'warehouse_id', ${sql.ref(`${site}.warehouse_id`)}, 'node_id', ${sql.ref(`${site}.node_id`)},
  'enable_analytics', ${sql.ref(`${site}.enable_analytics`)}, 'buyout_site', ${sql.ref(`${site}.buyout_site`)})`;

/** What these sites are like now; nobody else changes them until the transaction ends. */
export const lockSiteStates = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<Map<number, object>> => {
  const { rows } = await sql<{ id: number; state: object }>`
    select id, ${siteState("sites")} as state from sites
    where company_id = ${companyId} and id = any(${ids}) and deleted_at is null order by id for update`.execute(
    db,
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
};

/** Which of these users are assigned to which of these sites. */
export const assignedPairs = async (
  { db, companyId }: CompanyScope,
  sites: readonly number[],
  users: readonly number[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ site_id: number; user_id: number }>`
    select site_id, user_id from site_users
    where company_id = ${companyId} and site_id = any(${sites}) and user_id = any(${users})`.execute(db);
  return new Set(rows.map(({ site_id, user_id }) => `${site_id} ${user_id}`));
};

/** What became of rows, with what their sites are like now; `id` is that of a row that is kept already. */
const savedRows = (companyId: number, saved: readonly (SavedRow & { readonly id?: number })[]) => sql`
  select given.id, given.row_number, given.outcome, given.name, given.site_id, given.budget_id,
    (select shop.id from shop_users shop
      where shop.company_id = ${companyId} and lower(shop.username) = lower(given.shop_username)) as shop_user_id,
    coalesce(given.assigned, '{}') as assigned, given.before,
    coalesce(given.after, (select ${siteState("sites")} from sites
      where company_id = ${companyId} and sites.id = given.site_id)) as after,
    given.cells, given.errors
  from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as given (
    id bigint, row_number integer, outcome text, name text, site_id bigint, budget_id bigint, shop_username text,
    assigned bigint[], before jsonb, after jsonb, cells jsonb, errors jsonb)`;

/** Adds rows to the counts of their import; corrected ones have been counted as failed. */
const countRows = (
  { db, companyId }: CompanyScope,
  id: string,
  saved: readonly SavedRow[],
  failedBefore: number,
) =>
  sql`
    update imports kept set created = kept.created + counted.created, updated = kept.updated + counted.updated,
      unchanged = kept.unchanged + counted.unchanged, failed = kept.failed + counted.failed - ${failedBefore}
    from (select count(*) filter (where outcome = 'created') as created,
        count(*) filter (where outcome = 'updated') as updated,
        count(*) filter (where outcome = 'unchanged') as unchanged,
        count(*) filter (where outcome = 'failed') as failed
      from unnest(${saved.map(({ outcome }) => outcome)}::text[]) as outcome) as counted
    where kept.company_id = ${companyId} and kept.id = ${id}::uuid`.execute(db);

/** Stores what became of the rows of a batch. */
export const addRows = async (scope: CompanyScope, id: string, saved: readonly SavedRow[]) => {
  await sql`
    insert into import_rows (import_id, row_number, outcome, name, site_id, budget_id, shop_user_id, assigned, before,
      after, cells, errors)
    select ${id}::uuid, row_number, outcome, name, site_id, budget_id, shop_user_id, assigned, before, after, cells, errors
    from (${savedRows(scope.companyId, saved)}) as saved`.execute(scope.db);
  await countRows(scope, id, saved, 0);
};

/** Stores what became of corrected rows. */
export const updateRows = async (
  scope: CompanyScope,
  id: string,
  saved: readonly (SavedRow & { readonly id: number })[],
) => {
  await sql`
    update import_rows kept set outcome = saved.outcome, name = saved.name, site_id = saved.site_id,
      budget_id = saved.budget_id, shop_user_id = saved.shop_user_id, assigned = saved.assigned, before = saved.before, after = saved.after,
      cells = saved.cells, errors = saved.errors
    from (${savedRows(scope.companyId, saved)}) as saved
    where kept.company_id = ${scope.companyId} and kept.import_id = ${id}::uuid and kept.id = saved.id`.execute(
    scope.db,
  );
  await countRows(scope, id, saved, saved.length);
};

export interface RowState {
  id: number;
  row: number | null;
  is_failed: boolean;
}

/** Which of these are rows of the import, and which of them have not been saved. */
export const rowStates = async (
  { db, companyId }: CompanyScope,
  id: string,
  rowIds: readonly number[],
): Promise<RowState[]> => {
  const { rows } = await sql<RowState>`
    select id, row_number as row, outcome = 'failed' as is_failed from import_rows
    where company_id = ${companyId} and import_id = ${id}::uuid and id = any(${rowIds})`.execute(db);
  return rows;
};

/** The names, in small letters, that earlier batches of the same sheet have saved. */
export const savedNames = async (
  { db, companyId }: CompanyScope,
  id: string,
  names: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select distinct given.name from import_rows saved
    join unnest(${names}::text[]) as given (name) on lower(saved.name) = lower(given.name)
    where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid and saved.outcome <> 'failed'`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name.toLowerCase()));
};

interface FailedRowRecord {
  id: number;
  row: number | null;
  cells: Record<string, string>;
  errors: { field: string; message: string }[];
  count: number;
}

export const failedRows = async (
  { db, companyId }: CompanyScope,
  id: string,
  { limit, offset }: Window,
): Promise<FailedRowRecord[]> => {
  const { rows } = await sql<FailedRowRecord>`
    select id, row_number as row, cells, errors, count(*) over ()::int as count from import_rows
    where company_id = ${companyId} and import_id = ${id}::uuid and outcome = 'failed'
    order by row_number, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
};
