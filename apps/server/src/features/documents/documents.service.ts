import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { SearchResult } from "@mcc/contract/search/search.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { documentsByName } from "./documents.search.queries.ts";

/** Documents for the search over all records. */
export const searchDocuments = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<SearchResult[]> =>
  (await documentsByName(scope, typed, limit)).map((document) => ({
    kind: "document",
    id: document.id,
    title: document.document_name,
    subtitle: [
      DOCUMENT_TYPES[document.document_type - 1],
      document.order_identifier && `Order ${document.order_identifier}`,
      document.site,
    ]
      .filter(Boolean)
      .join(" · "),
    url: `/documents?${new URLSearchParams({ document_name: document.document_name })}`,
  }));
