import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { ALL_ROWS, type ListParams, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import type { DocumentQuery } from "../../features/documents/documents.columns.ts";
import { documentSource } from "../../features/documents/documents.list.ts";
import * as queries from "../../features/documents/documents.queries.ts";
import { documentsByName } from "../../features/documents/documents.search.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const FEW_SITES = [21, 22];
const MANY = 900_000;
/** Too far from the end for a page to be found together with the count. */
const PAST_DEEP = 2_100;
const counting = (count: number) => (sql: string) => {
  if (sql.includes("order-seen")) return [{ id: 31 }];
  return / as count\b/.test(sql) ? [{ count }] : [];
};

const parseQuery = (params: ListParams): DocumentQuery =>
  documentList.page.query.parse(
    Object.fromEntries(
      Object.entries(params).map(([key, value]) => [key, Array.isArray(value) ? value : String(value)]),
    ),
  );
const source = documentSource(() => () => "");
const request = (order?: string) => ({
  params: order === undefined ? undefined : { identifier: order },
  url: new URL("http://localhost"),
});

const page = (
  title: string,
  params: ListParams,
  more: Partial<SnapshotCase> & { order?: string } = {},
): SnapshotCase => {
  const { order, ...rest } = more;
  return {
    title,
    run: (scope) => source.page(scope, parseQuery(params), request(order)),
    answer: counting(40),
    ...rest,
  };
};

const lists: SnapshotCase[] = [
  page("newest first", {}),
  page("newest first, two sites in scope", {}, { siteIds: FEW_SITES }),
  ...["document_name", "document_type", "order_identifier", "po_number", "afe_number", "site"].map(
    (ordering) => page(`sorted by ${ordering}`, { ordering }),
  ),
  page("down the PO numbers", { ordering: "-po_number" }),
  page("sorted by document_name, two sites in scope", { ordering: "document_name" }, { siteIds: FEW_SITES }),
  page("last page: read from the other end", { offset: MANY - PAGE_SIZE }, { answer: counting(MANY) }),
  page("past the middle", { offset: MANY - PAST_DEEP }, { answer: counting(MANY) }),
  page("newest first, a later page", { offset: PAGE_SIZE }),
  page("filtered by everything", {
    document_name: "mill",
    document_type: "test",
    order_identifier: "A-1",
    po_number: "45",
    afe_number: "7",
    search: "cert",
    orderDate_after: "2026-01-01",
    orderDate_before: "2026-03-31",
    group_4: "North",
  }),
  page("of two sites", { site: ['"Rig 1"', "yard"] }),
  page("many matches of a filter", { document_name: "invoice" }, { answer: counting(MANY) }),
  page("documents of one order", {}, { order: "A-1" }),
  { title: "whether an order is seen", run: (scope) => queries.isOrderVisible(scope, "A-1") },
  {
    title: "everything, as a stream",
    run: async (scope) => {
      const query = parseQuery({ limit: ALL_ROWS });
      for await (const _ of (await source.stream(scope, query, request())).batches);
    },
    answer: counting(40),
  },
  {
    title: "suggestions",
    run: (scope) => source.suggest(scope, { field: "po_number", po_number: "45" }, request()),
  },
  {
    title: "suggestions: site",
    run: (scope) => source.suggest(scope, { field: "site", site: ["yard"] }, request()),
  },
];

const arriving: SnapshotCase[] = [];

export const documents: readonly SnapshotCase[] = [
  ...lists,
  { title: "by name, for the palette", run: (scope) => documentsByName(scope, "invoice", 5) },
  { title: "files behind a link", run: (scope) => queries.fileRecords(scope, [11, 12]) },
  ...arriving,
];
