import { type Kysely, sql } from "kysely";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** The sender's fields of a document, and the properties of its file. */
export interface DocumentToWrite {
  site_id: number;
  order_id: number | null;
  document_name: string;
  document_class: number;
  document_type: number;
  order_identifier: string | null;
  po_number: string | null;
  afe_number: string | null;
  invoice_number: string | null;
  tracking_number: string | null;
  order_date: Date;
  storage_key: string;
  content_type: string;
  extension: string | null;
  size: number;
  checksum: Buffer;
}
export interface StoredDocument extends DocumentToWrite {
  id: number;
  created_at: Date;
  updated_at: Date;
}

const WRITTEN = [
  "site_id",
  "order_id",
  "document_name",
  "document_class",
  "document_type",
  "order_identifier",
  "po_number",
  "afe_number",
  "invoice_number",
  "tracking_number",
  "order_date",
  "storage_key",
  "content_type",
  "extension",
  "size",
  "checksum",
] as const;
const STORED = [...WRITTEN, "id", "created_at", "updated_at"] as const;

/** Locked until the end of the transaction: two senders of one document are serialized. */
export const lockDocument = (
  { db, companyId }: IntegrationScope,
  externalId: string,
): Promise<StoredDocument | undefined> =>
  db
    .selectFrom("documents")
    .select(STORED)
    .where("company_id", "=", companyId)
    .where("external_id", "=", externalId)
    .forUpdate()
    .executeTakeFirst();

/** Returns nothing when another sender has just added it. */
export const addDocument = (
  { db }: IntegrationScope,
  externalId: string,
  row: DocumentToWrite,
): Promise<StoredDocument | undefined> =>
  db
    .insertInto("documents")
    .values({ ...row, external_id: externalId })
    .onConflict((conflict) => conflict.columns(["company_id", "external_id"]).doNothing())
    .returning(STORED)
    .executeTakeFirst();

export const updateDocument = (
  { db, companyId }: IntegrationScope,
  id: number,
  row: DocumentToWrite,
): Promise<StoredDocument> =>
  db
    .updateTable("documents")
    .set({ ...row, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning(STORED)
    .executeTakeFirstOrThrow();

export interface OrderOfDocument {
  id: number;
  site_id: number;
  po_number: string | null;
  afe_number: string | null;
  order_date: Date;
}

/** Locked until the end of the transaction: an order that moves to another site moves its documents too. */
export const lockOrderShared = (
  { db, companyId }: IntegrationScope,
  identifier: string,
): Promise<OrderOfDocument | undefined> =>
  db
    .selectFrom("orders")
    .select(["id", "site_id", "po_number", "afe_number", "order_date"])
    .where("company_id", "=", companyId)
    .where("identifier", "=", identifier)
    .forShare()
    .executeTakeFirst();

export interface SiteOfDocument {
  id: number;
  name: string;
  ecommerce_username: string;
  is_deleted: boolean;
}

const siteRows = ({ db }: IntegrationScope) =>
  db
    .selectFrom("sites")
    .select(["id", "name", "ecommerce_username", sql<boolean>`deleted_at is not null`.as("is_deleted")]);

export const findSite = (scope: IntegrationScope, id: number): Promise<SiteOfDocument | undefined> =>
  siteRows(scope).where("id", "=", id).executeTakeFirst();

/** The sites that have the shop user; of deleted ones, that of the stored document alone. */
export const sitesOfShopUser = (
  scope: IntegrationScope,
  shopUser: string,
  storedAt: number | undefined,
): Promise<SiteOfDocument[]> =>
  siteRows(scope)
    .where(sql`lower(ecommerce_username)`, "=", shopUser.trim().toLowerCase())
    .where(({ eb, or }) => or([eb("deleted_at", "is", null), eb("id", "=", storedAt ?? 0)]))
    .execute();

/** From now on, and unless a document names it, a file is deleted after this time. */
export const markUnused = async ({ db }: IntegrationScope, key: string, minutes: number): Promise<void> => {
  await db
    .insertInto("unused_files")
    .values({ storage_key: key, drop_after: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
};

/**
 * A document names the file now; false when its time was already over. The time of this very moment, not of the
 * transaction's start: a file that the sweep has found is about to be deleted.
 */
export const markUsed = async ({ db, companyId }: IntegrationScope, key: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("unused_files")
    .where("company_id", "=", companyId)
    .where("storage_key", "=", key)
    .where("drop_after", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/**
 * Files whose time is over; never one that a document names, or is about to name, or that an export refers to. Once found, they can no longer be
 * named, so that no lock is needed while they are deleted.
 */
export const findUnused = async (db: Kysely<Tables>, most: number, except: readonly string[] = []) => {
  const { rows } = await sql<{ company_id: number; storage_key: string }>`
    select company_id, storage_key from unused_files
    where drop_after < now() and storage_key <> all(${except}) and not exists (
      select from documents
      where documents.company_id = unused_files.company_id and documents.storage_key = unused_files.storage_key)
      and not exists (select from company_exports one where one.company_id = unused_files.company_id
        and (one.state in ('tables', 'documents') or one.expires_at > now()))
    order by drop_after limit ${most} for update skip locked`.execute(db);
  return rows;
};

export const deleteUnusedMark = async (
  db: Kysely<Tables>,
  { company_id, storage_key }: { company_id: number; storage_key: string },
): Promise<void> => {
  await db
    .deleteFrom("unused_files")
    .where("company_id", "=", company_id)
    .where("storage_key", "=", storage_key)
    .execute();
};
