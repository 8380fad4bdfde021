import {
  DOCUMENT_CLASSES,
  DOCUMENT_TYPES,
  type DocumentRow,
} from "@mcc/contract/documents/documents.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY, type ListQuery, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import {
  COUNT_CAP,
  DEEP,
  FEW,
  inBatches,
  isNearEnd,
  list,
  listKnown,
  type Page,
} from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { groupsAt, mustHaveGroups, nodeNames } from "../hierarchy/hierarchy.service.ts";
import { type Narrowing, narrow, typesHolding } from "./documents.narrow.queries.ts";
import {
  countFromRollup,
  countLive,
  everyId,
  hasEndAtHand,
  listAll,
  listFew,
  listNearEnd,
  wayToPage,
} from "./documents.page.queries.ts";
import {
  type DocumentRecord,
  documentRecords,
  documentValues,
  isOrderSeen,
  listedSites,
} from "./documents.queries.ts";
import { fileNameOf } from "./file-names.ts";

/** Which list: the repository, or what belongs to one order; and how a row's link is signed. */
export interface DocumentsAsked {
  readonly query: ListQuery;
  readonly order?: string;
  readonly urlOf: (documentId: number) => string;
}

/** The order a list is narrowed to; one that cannot be seen is not there. */
const mustBeThere = async (scope: CompanyScope, order: string | undefined): Promise<void> => {
  if (order !== undefined && !(await isOrderSeen(scope, order))) fail("not_found");
};

type UrlOf = DocumentsAsked["urlOf"];

/** The statement that lists the page and those that read its rows travel together, in this order. */
const withRows = async <T>(scope: CompanyScope, listed: Promise<T>, urlOf: UrlOf) => {
  const [answer, rows] = await Promise.all([listed, listedRows(scope, urlOf)]);
  return { answer, rows };
};

export const pageOfDocuments = async (
  scope: CompanyScope,
  asked: DocumentsAsked,
): Promise<Page<DocumentRow>> => {
  const { query, order, urlOf } = asked;
  mustHaveGroups(scope, query);
  const narrowing = narrow(scope, query, order);
  if (!narrowing.filtered) return wholeList(scope, asked, narrowing);
  const { answer: few, rows } = await withRows(scope, listFew(scope, query, narrowing), urlOf);
  if (!few.isThere) fail("not_found");
  if (few.count <= FEW) return { count: few.count, results: rows };
  const count = await countLive(scope, narrowing);
  if (count <= COUNT_CAP) return { count, results: await rowsByCount(scope, asked, narrowing, count) };
  const results = await rowsByCount(scope, asked, narrowing, undefined);
  return { count: COUNT_CAP, count_is_capped: true, results };
};

/** Nothing is filtered: the rollup knows the count, and a page near the beginning or the end is found along with it. */
const wholeList = async (
  scope: CompanyScope,
  asked: DocumentsAsked,
  narrowing: Narrowing,
): Promise<Page<DocumentRow>> => {
  const { query, urlOf } = asked;
  if (query.offset <= DEEP) {
    const { answer: count, rows } = await withRows(scope, listAll(scope, query, narrowing), urlOf);
    return { count, results: rows };
  }
  const last = hasEndAtHand(scope, query)
    ? await withRows(scope, listNearEnd(scope, query), urlOf)
    : undefined;
  const count = last?.answer ?? (await countFromRollup(scope));
  if (last && isNearEnd(count, query)) return { count, results: last.rows.reverse() };
  return { count, results: await rowsByCount(scope, asked, narrowing, count) };
};

/** The rows of a page whose way depends on how many there are, where that is known. */
const rowsByCount = async (
  scope: CompanyScope,
  { query, urlOf }: DocumentsAsked,
  narrowing: Narrowing,
  count: number | undefined,
): Promise<DocumentRow[]> => {
  const { ids, reversed } = wayToPage(scope, query, narrowing, count);
  const { rows } = await withRows(scope, list(scope.db, ids), urlOf);
  return reversed ? rows.reverse() : rows;
};

/** Everything that matches, batch by batch: a list without a limit is never whole in memory. */
export const streamOfDocuments = async (scope: CompanyScope, { query, order, urlOf }: DocumentsAsked) => {
  mustHaveGroups(scope, query);
  await mustBeThere(scope, order);
  const narrowing = narrow(scope, query, order);
  const count = narrowing.filtered ? await countLive(scope, narrowing, null) : await countFromRollup(scope);
  const batches = async function* () {
    for await (const ids of inBatches(scope.db, everyId(query, narrowing)))
      yield (await withRows(scope, listKnown(scope.db, ids), urlOf)).rows;
  };
  return { count, batches: batches() };
};

const listedRows = async (scope: CompanyScope, urlOf: UrlOf): Promise<DocumentRow[]> => {
  const [records, groupsOf] = await Promise.all([
    documentRecords(scope),
    groupsAt(scope, listedSites(scope)),
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
  await mustBeThere(scope, order);
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
  const codes = narrow(scope, others, order).filtered
    ? await documentValues(scope, "document_type", { document_type: typed, ...others }, order)
    : typesHolding(String(typed ?? ""));
  return codes.map((code) => DOCUMENT_TYPES[Number(code) - 1] as string);
};
