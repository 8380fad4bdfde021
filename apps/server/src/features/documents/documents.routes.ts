import * as contract from "@mcc/contract/documents/documents.api.ts";
import { upsertDocument } from "@mcc/contract/documents/ingest.api.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { route, uploadRoute } from "../../platform/http/routes.ts";
import { isExport, streamJson, withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./documents.service.ts";
import { downloadDocuments, linkTo } from "./downloads.service.ts";
import * as ingest from "./ingest.service.ts";

/** One page, or the whole list as a stream. */
const pageOrStream = async (scope: CompanyScope, request: service.DocumentListRequest, url: URL) => {
  const { query } = request;
  if (!isExport(query)) return withPageLinks(await service.documentPage(scope, request), query, url);
  const { count, batches } = await service.documentStream(scope, request);
  return streamJson(withPageLinks({ count }, query, url), batches);
};

export const documentRoutes = (platform: Platform) => [
  route(contract.documentList.page, (scope, { query }, { url }) =>
    pageOrStream(scope, { query, urlOf: linkTo(platform, scope, url) }, url),
  ),
  route(contract.documentList.suggest, (scope, { query }) => service.suggestDocumentValues(scope, query)),
  route(contract.orderDocumentList.page, (scope, { params, query }, { url }) =>
    pageOrStream(scope, { query, order: params.identifier, urlOf: linkTo(platform, scope, url) }, url),
  ),
  route(contract.orderDocumentList.suggest, (scope, { params, query }) =>
    service.suggestDocumentValues(scope, query, params.identifier),
  ),
  route(contract.downloadDocuments, (scope, { query }, { url }) =>
    downloadDocuments(platform, scope, query.document_ids, url),
  ),
  uploadRoute(upsertDocument, (transactions, { params }, upload) =>
    ingest.upsertDocument(platform, transactions, params.external_id, upload),
  ),
];
