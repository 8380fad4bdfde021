import {
  DOCUMENT_CLASSES,
  DOCUMENT_TYPES,
  type DocumentRow,
} from "@mcc/contract/documents/documents.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY, type ListQuery, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { readPage, streamRows } from "../../platform/lists/fast/list-engine.ts";
import { mustHaveGroups, nodeNames } from "../../platform/lists/group-filters.ts";
import type { Page } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { groupsOfSelection } from "../hierarchy/hierarchy.service.ts";
import { documentFilters, typesContaining } from "./documents.filters.queries.ts";
import { documentSource } from "./documents.list.queries.ts";
import {
  type DocumentRecord,
  documentRecords,
  documentValues,
  isOrderVisible,
  listedSites,
} from "./documents.queries.ts";
import { fileNameOf } from "./file-names.ts";

/** Which list: the repository, or what belongs to one order; and how a row's link is signed. */
export interface DocumentListRequest {
  readonly query: ListQuery;
  readonly order?: string;
  readonly urlOf: (documentId: number) => string;
}

/** The order a list is narrowed to, if any; one that cannot be seen is not there. */
const isVisible = async (scope: CompanyScope, order: string | undefined): Promise<boolean> =>
  order === undefined || isOrderVisible(scope, order);
const mustBeVisible = async (scope: CompanyScope, order: string | undefined): Promise<void> => {
  if (!(await isVisible(scope, order))) fail("not_found");
};

const listRequest = (scope: CompanyScope, { query, order }: DocumentListRequest) => ({
  source: documentSource,
  query,
  filters: documentFilters(scope, query, order),
});

export const documentPage = async (
  scope: CompanyScope,
  request: DocumentListRequest,
): Promise<Page<DocumentRow>> => {
  mustHaveGroups(scope, request.query);
  // Asked together. The page is awaited even of an order that is not there: it may have more to ask.
  const [found, page] = await Promise.all([
    isVisible(scope, request.order),
    readPage(scope, listRequest(scope, request), (listed) => listedRows(scope, listed, request)),
  ]);
  return found ? page : fail("not_found");
};

/** Everything that matches, batch by batch: a list without a limit is never whole in memory. */
export const documentStream = async (scope: CompanyScope, request: DocumentListRequest) => {
  mustHaveGroups(scope, request.query);
  await mustBeVisible(scope, request.order);
  return streamRows(scope, listRequest(scope, request), (listed) => listedRows(scope, listed, request));
};

const listedRows = async (
  scope: CompanyScope,
  listed: ListedIds,
  { urlOf }: DocumentListRequest,
): Promise<DocumentRow[]> => {
  const [records, groupsOf] = await Promise.all([
    documentRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
  ]);
  return records.map((record) => toRow(record, groupsOf(record.site_id), urlOf(record.id)));
};

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

/** Values of one filter, under the others; the nodes of a group are so few that only what is typed narrows them. */
export const suggestDocumentValues = async (
  scope: CompanyScope,
  query: SuggestQuery,
  order?: string,
): Promise<{ results: string[] }> => {
  mustHaveGroups(scope, query);
  const { field, ...filters } = query;
  await mustBeVisible(scope, order);
  const group = GROUP_KEY.exec(field);
  if (group) {
    const typed = String((filters as Partial<ListQuery>)[field] ?? "");
    return { results: await nodeNames(scope, Number(group[1]), typed) };
  }
  if (field === "document_type") return { results: await typeNames(scope, filters, order) };
  return { results: await documentValues(scope, field, filters, order) };
};

/** Types by their names: under other filters those that are found, else all that hold what was typed. */
const typeNames = async (
  scope: CompanyScope,
  { document_type: typed, ...others }: Partial<ListQuery>,
  order: string | undefined,
): Promise<string[]> => {
  const codes = documentFilters(scope, others, order).filtered
    ? await documentValues(scope, "document_type", { document_type: typed, ...others }, order)
    : typesContaining(String(typed ?? ""));
  return codes.map((code) => DOCUMENT_TYPES[Number(code) - 1] as string);
};
