import {
  DOCUMENT_CLASSES,
  DOCUMENT_TYPES,
  type DocumentRow,
} from "@mcc/contract/documents/documents.schema.ts";
import type { ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import { COUNT_CAP, type Page } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { groupsFor } from "../hierarchy/hierarchy.service.ts";
import {
  countDocuments,
  type DocumentRecord,
  documentRecords,
  documentValues,
  findFile,
} from "./documents.queries.ts";
import { fileNameOf } from "./file-names.ts";

const LINK_SECONDS = 15 * 60;
const MOST_ROWS = 1_000;

const toRow = (
  { created_at, updated_at, site_id, site_name, ...record }: DocumentRecord,
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
  file_name: fileNameOf({ ...record, extension: null }),
  download_url,
});

export const pageOfDocuments = async (
  { links, publicUrl }: Platform,
  scope: CompanyScope,
  query: ListQuery,
): Promise<Page<DocumentRow>> => {
  const asked = { ...query, limit: Math.min(query.limit, MOST_ROWS) };
  const [count, records] = await Promise.all([countDocuments(scope, asked), documentRecords(scope, asked)]);
  const urlOf = ({ id }: DocumentRecord) =>
    `${publicUrl()}/files/${links.sign("document", { company: scope.companyId, document: id }, LINK_SECONDS)}`;
  const groupsOf = await groupsFor(scope, records);
  const results = records.map((record) => toRow(record, groupsOf(record.site_id), urlOf(record)));
  return count > COUNT_CAP ? { count: COUNT_CAP, count_is_capped: true, results } : { count, results };
};

export const suggestDocumentValues = async (scope: CompanyScope, query: SuggestQuery) => ({
  results: await documentValues(scope, query),
});

/** The file behind a signed link; nothing when the link or the file is no good. */
export const openFile = async ({ links, database, storage }: Platform, token: string) => {
  const claims = links.open("document", token);
  if (!claims) return undefined;
  const file = await findFile({ db: database.platform }, Number(claims.company), Number(claims.document));
  const content = file && (await storage.get(file.storage_key));
  return file && content && { ...file, content };
};
