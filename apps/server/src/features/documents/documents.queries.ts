import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { type ListedIds, listedStatement } from "../../platform/lists/listed-ids.ts";
import { orderSeenForm } from "../approval-steps/deputy-orders.conditions.ts";
import { visibleOrder, visibleWithOrder } from "./documents.filters.queries.ts";

export interface DocumentRecord {
  id: number;
  document_name: string;
  document_class: number;
  document_type: number;
  order_identifier: string | null;
  po_number: string | null;
  afe_number: string | null;
  invoice_number: string | null;
  tracking_number: string | null;
  order_date: Date;
  created_at: Date;
  updated_at: Date;
  site_id: number;
  site_name: string;
  location_name: string | null;
  business_unit: string | null;
  region: string | null;
  content_type: string;
  extension: string | null;
  size: number;
}

/** Whole rows of the listed ids, in their order. */
export const documentRecords = listedStatement(
  "document-rows",
  (companyId, ids) => sql<DocumentRecord>`
    select documents.id, document_name, document_class, document_type, order_identifier, po_number, afe_number,
      invoice_number, tracking_number, order_date, documents.created_at, documents.updated_at, site_id, content_type,
      extension, size, sites.name as site_name, sites.location_name, sites.business_unit, sites.region
    from unnest(${ids}) with ordinality as listed (id, place)
    cross join lateral (
      select * from documents where company_id = ${companyId} and documents.id = listed.id limit 1) as documents
    left join sites on sites.company_id = ${companyId} and sites.id = documents.site_id
    order by listed.place`,
);

/** The sites of the listed documents. */
export const listedSites = ({ companyId }: CompanyScope, { ids }: ListedIds) => ({
  name: "listed-documents",
  ids: sql`array(select site_id from documents where company_id = ${companyId} and id = any(${ids}))`,
});

export const isOrderVisible = async (scope: CompanyScope, identifier: string): Promise<boolean> => {
  const name = prepared(`order-seen:${orderSeenForm(scope)}`);
  const { rows } = await sql`${name} ${visibleOrder(scope, identifier)}`.execute(scope.db);
  return rows.length > 0;
};

export interface FileRecord {
  id: number;
  document_name: string;
  storage_key: string;
  content_type: string;
  extension: string | null;
  size: number;
  checksum: Buffer;
  updated_at: Date;
}

/** The files of documents, restricted to those the user may see. */
export const fileRecords = async (scope: CompanyScope, ids: readonly number[]): Promise<FileRecord[]> => {
  const { rows } = await sql<FileRecord>`
    select id, document_name, storage_key, content_type, extension, size, checksum, updated_at
    from documents where ${visibleWithOrder(scope)} and id = any(${ids})
    order by ${naturalSort(sql`document_name`)}, id`.execute(scope.db);
  return rows;
};
