import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import {
  type FastListSource,
  indexSort,
  nullableIndexSort,
  optionSort,
  type SortStrategy,
} from "../../platform/lists/fast/strategies.ts";
import type { Condition } from "../../platform/lists/list.ts";

/** Everything in scope, read off the rollups, which the triggers keep in the transaction of every change. */
const rollupCount = ({ companyId, siteIds }: CompanyScope): Condition =>
  siteIds === "all"
    ? sql`select coalesce(sum(documents), 0)::bigint as count from document_counts where company_id = ${companyId}`
    : sql`select coalesce(sum(documents), 0)::bigint as count from document_site_counts
        where company_id = ${companyId} and site_id = any(${siteIds})`;

/** Documents as the platform's lists read them. */
export const documentSource: FastListSource = {
  table: "documents",
  sorts: {
    document_name: indexSort(naturalSort(sql`documents.document_name`)),
    document_type: optionSort(DOCUMENT_TYPES, sql`documents.document_type`),
    order_identifier: nullableIndexSort(sql`documents.order_identifier collate "C"`),
    po_number: nullableIndexSort(sql`documents.po_number collate "C"`),
    afe_number: nullableIndexSort(sql`documents.afe_number collate "C"`),
    order_date: indexSort(sql`documents.order_date`),
  } satisfies Record<SortableKeyOf<typeof documentList | typeof orderDocumentList>, SortStrategy>,
  defaultOrdering: "-order_date",
  siteIndexColumn: "order_date",
  rollupCount,
};
