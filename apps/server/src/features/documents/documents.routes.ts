import * as contract from "@mcc/contract/documents/documents.api.ts";
import { upsertDocument } from "@mcc/contract/documents/ingest.api.ts";
import { isExport, streamed, withLinks } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { on, onUpload } from "../../platform/routes.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import * as service from "./documents.service.ts";
import { downloadDocuments, linkTo } from "./downloads.service.ts";
import * as ingest from "./ingest.service.ts";

/** One page, or the whole list as a stream. */
const answered = async (scope: CompanyScope, asked: service.DocumentsAsked, url: URL) => {
  const { query } = asked;
  if (!isExport(query)) return withLinks(await service.pageOfDocuments(scope, asked), query, url);
  const { count, batches } = await service.streamOfDocuments(scope, asked);
  return streamed(withLinks({ count }, query, url), batches);
};

export const documentRoutes = (platform: Platform) => [
  on(contract.documentList.page, (scope, { query }, { url }) =>
    answered(scope, { query, urlOf: linkTo(platform, scope, url) }, url),
  ),
  on(contract.documentList.suggest, (scope, { query }) => service.suggestDocumentValues(scope, query)),
  on(contract.orderDocumentList.page, (scope, { params, query }, { url }) =>
    answered(scope, { query, order: params.identifier, urlOf: linkTo(platform, scope, url) }, url),
  ),
  on(contract.orderDocumentList.suggest, (scope, { params, query }) =>
    service.suggestDocumentValues(scope, query, params.identifier),
  ),
  on(contract.downloadDocuments, (scope, { query }, { url }) =>
    downloadDocuments(platform, scope, query.document_ids, url),
  ),
  onUpload(upsertDocument, (door, { params }, upload) =>
    ingest.upsertDocument(platform, door, params.external_id, upload),
  ),
];
