import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/list.ts";
import { direct, directOrNone, type SortBy, type Source, walkOptions } from "../../platform/list-ways.ts";
import { byName } from "../../platform/names.ts";
import type { CompanyScope } from "../../platform/scope.ts";

/** Everything in scope, read off the rollups, which the triggers keep in the transaction of every change. */
const rolledUp = ({ companyId, siteIds }: CompanyScope): Condition =>
  siteIds === "all"
    ? sql`select coalesce(sum(documents), 0)::bigint as count from document_counts where company_id = ${companyId}`
    : sql`select coalesce(sum(documents), 0)::bigint as count from document_site_counts
        where company_id = ${companyId} and site_id = any(${siteIds})`;

/** Documents as the platform's lists read them. */
export const documentSource: Source = {
  table: "documents",
  sorts: {
    document_name: direct(byName(sql`documents.document_name`)),
    document_type: walkOptions(DOCUMENT_TYPES, sql`documents.document_type`),
    order_identifier: directOrNone(sql`documents.order_identifier collate "C"`),
    po_number: directOrNone(sql`documents.po_number collate "C"`),
    afe_number: directOrNone(sql`documents.afe_number collate "C"`),
    order_date: direct(sql`documents.order_date`),
  } satisfies Record<SortableKeyOf<typeof documentList | typeof orderDocumentList>, SortBy>,
  usual: "-order_date",
  mergedBy: "order_date",
  rolledUp,
};
