import * as contract from "@mcc/contract/documents/documents.api.ts";
import { upsertDocument } from "@mcc/contract/documents/ingest.api.ts";
import { route, uploadRoute } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { documentSource } from "./documents.list.ts";
import { downloadDocuments, linkTo } from "./downloads.service.ts";
import * as ingest from "./ingest.service.ts";

export const documentRoutes = (services: Services) => {
  const source = documentSource((scope, url) => linkTo(services, scope, url));
  return [
    ...listRoutes(contract.documentList, source),
    ...listRoutes(contract.orderDocumentList, source),
    route(contract.downloadDocuments, (scope, { query }, { url }) =>
      downloadDocuments(services, scope, query.document_ids, url),
    ),
    uploadRoute(upsertDocument, (transactions, { params }, upload) =>
      ingest.upsertDocument(services, transactions, params.external_id, upload),
    ),
  ];
};
