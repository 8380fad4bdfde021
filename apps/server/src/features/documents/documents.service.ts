import {
  DOCUMENT_CLASSES,
  DOCUMENT_TYPES,
  type DocumentRow,
} from "@mcc/contract/documents/documents.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY, type ListQuery, PAGE_SIZE, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { COUNT_CAP, FEW, inBatches, type Page } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { groupsAt, mustHaveGroups, nodeNames } from "../hierarchy/hierarchy.service.ts";
import { type Narrowing, narrow, typesHolding } from "./documents.narrow.queries.ts";
import { countFromRollup, countLive, everyId, pageIds, probe } from "./documents.page.queries.ts";
import {
  type DocumentRecord,
  documentRecords,
  documentValues,
  findOrderId,
  type RowSource,
} from "./documents.queries.ts";
import { fileNameOf } from "./file-names.ts";

/** Which list: the repository, or what belongs to one order; and how a row's link is signed. */
export interface DocumentsAsked {
  readonly query: ListQuery;
  readonly order?: string;
  readonly urlOf: (documentId: number) => string;
}

/** The order a list is narrowed to; one that cannot be seen is not there. */
const orderIdOf = async (scope: CompanyScope, order: string | undefined): Promise<number | undefined> =>
  order === undefined ? undefined : ((await findOrderId(scope, order)) ?? fail("not_found"));

export const pageOfDocuments = async (
  scope: CompanyScope,
  { query, order, urlOf }: DocumentsAsked,
): Promise<Page<DocumentRow>> => {
  mustHaveGroups(scope, query);
  const narrowing = narrow(scope, query, await orderIdOf(scope, order));
  const rows = (source: RowSource) => rowsOf(scope, source, urlOf);
  if (!narrowing.filtered) return wholeList(scope, query, narrowing, rows);
  const few = await probe(scope, query, narrowing);
  if (few.count <= FEW) return { count: few.count, results: await rows({ ids: few.ids }) };
  const count = await countLive(scope, narrowing);
  const isExact = count <= COUNT_CAP;
  const { ids, reversed } = pageIds(scope, query, narrowing, isExact ? count : undefined);
  const found = await rows({ found: ids });
  const results = reversed ? found.reverse() : found;
  return isExact ? { count, results } : { count: COUNT_CAP, count_is_capped: true, results };
};

type Rows = (source: RowSource) => Promise<DocumentRow[]>;

/** Nothing is filtered: the rollup knows the count, and count and rows of the first page travel together. */
const wholeList = async (
  scope: CompanyScope,
  query: ListQuery,
  narrowing: Narrowing,
  rows: Rows,
): Promise<Page<DocumentRow>> => {
  if (query.offset === 0) {
    const isFixed = scope.siteIds === "all" && query.limit === PAGE_SIZE;
    const { ids } = pageIds(scope, query, narrowing, undefined);
    const name = isFixed ? `documents:${query.ordering}` : undefined;
    const [count, results] = await Promise.all([countFromRollup(scope), rows({ found: ids, name })]);
    return { count, results };
  }
  const count = await countFromRollup(scope);
  const { ids, reversed } = pageIds(scope, query, narrowing, count);
  const found = await rows({ found: ids });
  return { count, results: reversed ? found.reverse() : found };
};

/** Everything that matches, batch by batch: a list without a limit is never whole in memory. */
export const streamOfDocuments = async (scope: CompanyScope, { query, order, urlOf }: DocumentsAsked) => {
  mustHaveGroups(scope, query);
  const narrowing = narrow(scope, query, await orderIdOf(scope, order));
  const count = narrowing.filtered ? await countLive(scope, narrowing, null) : await countFromRollup(scope);
  const batches = async function* () {
    for await (const ids of inBatches(scope.db, everyId(query, narrowing)))
      yield rowsOf(scope, { ids }, urlOf);
  };
  return { count, batches: batches() };
};

const rowsOf = async (
  scope: CompanyScope,
  source: RowSource,
  urlOf: DocumentsAsked["urlOf"],
): Promise<DocumentRow[]> => {
  const records = await documentRecords(scope, source);
  const siteIds = [...new Set(records.map(({ site_id }) => site_id))];
  const groupsOf = await groupsAt(scope, { name: "given", ids: sql`${siteIds}::bigint[]` });
  return records.map((record) => toRow(record, groupsOf(record.site_id), urlOf(record.id)));
};

const toRow = (
  { created_at, updated_at, site_id, site_name, extension, ...record }: DocumentRecord,
  groups: DocumentRow["site"]["groups"],
  download_url: string,
): DocumentRow => ({
  ...record,
  document_class_name: DOCUMENT_CLASSES[record.document_class - 1] as DocumentRow["document_class_name"],
  document_type_name: DOCUMENT_TYPES[record.document_type - 1] as DocumentRow["document_type_name"],
  order_date: record.order_date.toISOString(),
  created_date: created_at.toISOString(),
  modified_date: updated_at.toISOString(),
  site: { id: site_id, name: site_name, groups },
  file_name: fileNameOf({ ...record, extension }),
  download_url,
});

/** Values of one filter, under the others; the nodes of a group are so few that all of them are offered. */
export const suggestDocumentValues = async (
  scope: CompanyScope,
  query: SuggestQuery,
  order?: string,
): Promise<{ results: string[] }> => {
  mustHaveGroups(scope, query);
  const { field, ...filters } = query;
  const orderId = await orderIdOf(scope, order);
  const group = GROUP_KEY.exec(field);
  if (group) return { results: await nodeNames(scope, Number(group[1])) };
  if (field === "document_type") return { results: await typeNames(scope, filters, orderId) };
  return { results: await documentValues(scope, field, filters, orderId) };
};

/** Types by their names: under other filters those that are found, else all that hold what was typed. */
const typeNames = async (
  scope: CompanyScope,
  { document_type: typed, ...others }: Partial<ListQuery>,
  orderId: number | undefined,
): Promise<string[]> => {
  const codes = narrow(scope, others, orderId).filtered
    ? await documentValues(scope, "document_type", { document_type: typed, ...others }, orderId)
    : typesHolding(String(typed ?? ""));
  return codes.map((code) => DOCUMENT_TYPES[Number(code) - 1] as string);
};
