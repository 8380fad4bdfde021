import { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { ListAsk } from "@mcc/contract/kit/list.ts";
import * as queries from "../../features/documents/documents.queries.ts";
import type { Shown } from "./recorder.ts";

const asked = (ask: ListAsk = {}) => documentList.page.query.parse(ask);

export const documents: readonly Shown[] = [
  { title: "newest first", ask: (scope) => queries.documentRecords(scope, asked()) },
  {
    title: "filtered by everything",
    ask: (scope) =>
      queries.documentRecords(
        scope,
        asked({
          document_name: "mill",
          document_type: "test",
          order_identifier: "A-1",
          po_number: "45",
          afe_number: "7",
          search: "cert",
          orderDate_after: "2026-01-01",
          orderDate_before: "2026-03-31",
          ordering: "document_type",
        }),
      ),
  },
  { title: "count", ask: (scope) => queries.countDocuments(scope, asked()) },
  {
    title: "suggestions",
    ask: (scope) => queries.documentValues(scope, { field: "po_number", po_number: "45" }),
  },
  { title: "the file of a signed link", ask: (scope) => queries.findFile(scope, 7, 11) },
];
