import {
  DOCUMENT_CLASSES,
  DOCUMENT_TYPES,
  type DocumentRow,
} from "@mcc/contract/documents/documents.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { fastList } from "../../platform/lists/fast/fast-list.ts";
import type { FastListSource } from "../../platform/lists/fast/strategies.ts";
import { codesOfRows, readValues, valuesOfRows } from "../../platform/lists/fast/suggest.ts";
import { groupsOfSelection } from "../hierarchy/hierarchy.service.ts";
import {
  type DocumentFilterValues,
  type DocumentQuery,
  type DocumentSuggestQuery,
  documentColumns,
} from "./documents.columns.ts";
import { documentFilters, rollupCount } from "./documents.filters.queries.ts";
import { type DocumentRecord, documentRecords, isOrderVisible, listedSites } from "./documents.queries.ts";
import { fileNameOf } from "./file-names.ts";

/** The documents of one order, or all of them. */
type Params = { readonly identifier: string } | undefined;
/** How the link to a document is signed, by its id. */
type LinkFor = (scope: CompanyScope, url: URL) => (documentId: number) => string;

const source: FastListSource = {
  table: "documents",
  columns: documentColumns,
  defaultOrdering: "-order_date",
  siteIndexColumn: "order_date",
};

/** The documents that somebody may see, and those of one order. */
export const documentSource = (linkFor: LinkFor) =>
  fastList<DocumentRow, DocumentQuery, DocumentSuggestQuery, Params>({
    isVisible: async (scope, order) => order === undefined || isOrderVisible(scope, order.identifier),
    request: (scope, query, order) => ({
      source,
      query,
      filters: documentFilters(scope, query, order?.identifier),
      rollupCount: () => rollupCount(scope),
      countAll: rollupCount,
    }),
    rows: async (scope, listed, _query, { url }) => {
      const linkTo = linkFor(scope, url);
      const [records, groupsOf] = await Promise.all([
        documentRecords(scope, listed),
        groupsOfSelection(scope, listedSites(scope, listed)),
      ]);
      return records.map((record) => toRow(record, groupsOf(record.site_id), linkTo(record.id)));
    },
    suggest: (scope, { field, ...filters }, _typed, order) =>
      field === "document_type" ? typeNames(scope, filters, order) : valuesOf(scope, field, filters, order),
  });

const toRow = (
  record: DocumentRecord,
  groups: DocumentRow["site"]["groups"],
  download_url: string,
): DocumentRow => ({
  id: record.id,
  document_name: record.document_name,
  document_class: record.document_class,
  document_class_name: DOCUMENT_CLASSES[record.document_class - 1] as DocumentRow["document_class_name"],
  document_type: record.document_type,
  document_type_name: DOCUMENT_TYPES[record.document_type - 1] as DocumentRow["document_type_name"],
  order_identifier: record.order_identifier,
  po_number: record.po_number,
  afe_number: record.afe_number,
  invoice_number: record.invoice_number,
  tracking_number: record.tracking_number,
  order_date: record.order_date.toISOString(),
  created_date: record.created_at.toISOString(),
  modified_date: record.updated_at.toISOString(),
  site: { id: record.site_id, name: record.site_name, groups },
  file_name: fileNameOf(record),
  content_type: record.content_type,
  size: record.size,
  download_url,
});

/** Distinct values of one column as texts, under every filter in force; what is typed in this one narrows them. */
const valuesOf = (
  scope: CompanyScope,
  field: string,
  filters: DocumentFilterValues,
  order: Params,
): Promise<string[]> => {
  const { conditions } = documentFilters(scope, filters, order?.identifier);
  return readValues(
    scope,
    valuesOfRows("documents", sql`${sql.ref(`documents.${field}`)}::text`, conditions),
  );
};

/** The types of the documents under the other filters. */
const typeNames = async (
  scope: CompanyScope,
  filters: DocumentFilterValues,
  order: Params,
): Promise<string[]> => {
  const { conditions } = documentFilters(scope, { ...filters, document_type: undefined }, order?.identifier);
  const used = await readValues(scope, codesOfRows("documents", documentColumns.document_type, conditions));
  return DOCUMENT_TYPES.filter((_, at) => used.includes(String(at + 1)));
};
