import {
  DOCUMENT_CLASSES,
  DOCUMENT_TYPES,
  type DocumentRow,
} from "@mcc/contract/documents/documents.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countAll } from "../../platform/lists/fast/counted-page.ts";
import { type FastListRequest, findAll, planPage } from "../../platform/lists/fast/list-engine.ts";
import type { FastListSource, LookupSort } from "../../platform/lists/fast/strategies.ts";
import { codesOfRows, namesInUse, readValues, valuesOfRows } from "../../platform/lists/fast/suggest.ts";
import type { ListSource } from "../../platform/lists/list-source.ts";
import { type ListedIds, listKnownIds } from "../../platform/lists/listed-ids.ts";
import { namesGiven } from "../../platform/lists/name-filter.ts";
import type { Filters } from "../../platform/lists/plain-columns.ts";
import { groupsOfSelection } from "../../platform/lists/site-groups.ts";
import {
  type DocumentFilterValues,
  type DocumentQuery,
  type DocumentSuggestQuery,
  documentColumns,
} from "./documents.columns.ts";
import { documentFilters } from "./documents.filters.queries.ts";
import { type DocumentRecord, documentRecords, isOrderVisible, listedSites } from "./documents.queries.ts";
import { fileNameOf } from "./file-names.ts";

/** The documents of one order, or all of them. */
type Params = { readonly identifier: string } | undefined;
/** How the link to a document is signed, by its id. */
type LinkTo = (documentId: number) => string;
type LinkFor = (scope: CompanyScope, url: URL) => LinkTo;

const source: FastListSource = {
  table: "documents",
  columns: documentColumns,
  defaultOrdering: "-order_date",
  siteIndexColumn: "order_date",
  rollups: { company: "document_counts", sites: "document_site_counts" },
};

const documentListRequest = (scope: CompanyScope, query: DocumentQuery, order: Params): FastListRequest => ({
  source,
  query,
  filters: documentFilters(scope, query, order?.identifier),
  rollupCount: countAll(source, scope),
});

const isVisible = async (scope: CompanyScope, order: Params): Promise<boolean> =>
  order === undefined || isOrderVisible(scope, order.identifier);

const mustBeVisible = async (scope: CompanyScope, order: Params): Promise<void> => {
  if (!(await isVisible(scope, order))) fail("not_found");
};

const listedRows = async (scope: CompanyScope, listed: ListedIds, linkTo: LinkTo): Promise<DocumentRow[]> => {
  const [records, groupsOf] = await Promise.all([
    documentRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
  ]);
  return records.map((record) => toRow(record, groupsOf(record.site_id), linkTo(record.id)));
};

const documentPage = async (scope: CompanyScope, request: FastListRequest, linkTo: LinkTo) => {
  const list = await planPage(scope, request);
  const { listed, pageOf } = list();
  return pageOf(listedRows(scope, listed, linkTo));
};

async function* batchesOf(scope: CompanyScope, idBatches: AsyncIterable<number[]>, linkTo: LinkTo) {
  for await (const ids of idBatches) {
    const { listed, answer } = listKnownIds(scope.db, ids);
    const [, rows] = await Promise.all([answer, listedRows(scope, listed, linkTo)]);
    yield rows;
  }
}

/** The documents that somebody may see, and those of one order. */
export const documentSource = (
  linkFor: LinkFor,
): ListSource<DocumentRow, CompanyScope, Params, DocumentQuery, DocumentSuggestQuery> => ({
  page: async (scope, query, { params, url }) => {
    // Both are sent together. The page is awaited even if the result is 404: its statements must not outlive the request.
    const [found, page] = await Promise.all([
      isVisible(scope, params),
      documentPage(scope, documentListRequest(scope, query, params), linkFor(scope, url)),
    ]);
    return found ? page : fail("not_found");
  },
  stream: async (scope, query, { params, url }) => {
    await mustBeVisible(scope, params);
    const { count, idBatches } = await findAll(scope, documentListRequest(scope, query, params));
    return { count, batches: batchesOf(scope, idBatches, linkFor(scope, url)) };
  },
  mustExist: mustBeVisible,
  suggest: (scope, { field, ...filters }, { params }) => {
    if (field === "document_type") return typeNames(scope, filters, params);
    const { sort } = documentColumns[field as keyof typeof documentColumns];
    return sort.kind === "lookup"
      ? siteNames(scope, { by: sort, field }, filters, params)
      : valuesOf(scope, field, filters, params);
  },
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
  site: {
    id: record.site_id,
    name: record.site_name,
    location_name: record.location_name,
    business_unit: record.business_unit,
    region: record.region,
    groups,
  },
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

/** The names of the sites of the documents under the other filters. */
const siteNames = (
  scope: CompanyScope,
  { by, field }: { readonly by: LookupSort; readonly field: string },
  filters: DocumentFilterValues,
  order: Params,
): Promise<string[]> => {
  const others = documentFilters(scope, { ...filters, [field]: undefined }, order?.identifier);
  const given = namesGiven((filters as Filters)[field]);
  return readValues(scope, namesInUse("documents", by, others, { field, given }));
};
