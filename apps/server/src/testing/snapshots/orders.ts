import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { ALL_ROWS, type ListParams, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { listedComments } from "../../features/comments/comments.queries.ts";
import { orderRemarks } from "../../features/decisions/remarks.service.ts";
import { removeOrderLine } from "../../features/decisions/removal.service.ts";
import {
  orderListRequest,
  orderSource,
  pendingCount,
  pendingSource,
} from "../../features/orders/order-list.service.ts";
import type { OrderQuery, OrderSuggestQuery } from "../../features/orders/orders.columns.ts";
import { findTrackedOrder } from "../../features/orders/orders.queries.ts";
import { ordersByNumber } from "../../features/orders/orders.search.queries.ts";
import { findOrder, trackingNumbers } from "../../features/orders/orders.service.ts";
import { sumOfTotals } from "../../features/orders/orders.sum.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { listAll } from "../../platform/lists/fast/list-engine.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import type { SnapshotCase } from "./recorder.ts";

/** What the queries of a request need of the platform. */
const PLATFORM = {
  publicUrl: () => "https://portal.test",
  textCipher: { encrypt: () => "…" },
} as unknown as Services;
const DRILL = "drill 100%";
const FEW_SITES = [21, 22];
const MANY_SITES = Array.from({ length: 65 }, (_, at) => at);
/** An offset in the middle of many, where another strategy is faster. */
const DEEP_OFFSET = 50_000;

/** Counts, so that the strategy is chosen as in production; rows are not needed to print the SQL. */
const counting = (count: number) => (sql: string) => {
  if (sql.includes("day::text")) return [{ day: "2026-03-31", before: 49_990 }];
  return / as count\b/.test(sql) ? [{ count, id: 11 }] : [];
};
const FEW = counting(40);
const MANY = counting(900_000);

const parseQuery = (params: ListParams): OrderQuery =>
  orderList.page.query.parse(
    Object.fromEntries(
      Object.entries(params).map(([key, value]) => [key, Array.isArray(value) ? value : String(value)]),
    ),
  );

const parsePendingQuery = (params: ListParams): OrderQuery => pendingList.page.query.parse(params);

const REQUEST = { params: undefined, url: new URL("http://localhost") };
const suggest = (scope: CompanyScope, query: OrderSuggestQuery) => orderSource.suggest(scope, query, REQUEST);

const page = (title: string, params: ListParams, more: Partial<SnapshotCase> = {}): SnapshotCase => ({
  title,
  run: (scope) => orderSource.page(scope, parseQuery(params), REQUEST),
  answer: FEW,
  ...more,
});

const columns = Object.entries(orderList.columns);
const sortable = columns.filter(([, { kind }]) => kind !== "display").map(([key]) => key);

/** The ids of the first page; the rows are read as for the pages above. */
const firstIds = async (scope: CompanyScope, ordering: string) => {
  await listAll(scope, orderListRequest(scope, parseQuery({ ordering })));
};

const orderings: SnapshotCase[] = sortable
  .flatMap((key) => [key, `-${key}`])
  .map((ordering) => ({ title: `ids, ordering=${ordering}`, run: (scope) => firstIds(scope, ordering) }));

const valueFor = (key: string, kind: string, options: readonly string[] = []): ListParams => {
  if (kind === "money") return { [`${key}_min`]: "100", [`${key}_max`]: "250.50" };
  if (kind === "date") return { [`${key}_after`]: "2026-01-01", [`${key}_before`]: "2026-03-31" };
  return { [key]: kind === "choice" ? String(options[0]) : DRILL };
};

const filterable = columns.filter(([, { kind }]) => ["text", "choice", "date", "money"].includes(kind));
const filters: SnapshotCase[] = [
  ...filterable.map(([key, { kind, options }]) => page(`filter: ${key}`, valueFor(key, kind, options))),
  page("filter: orderDate by the minute", { orderDate_before: "2026-03-31T06:00:00Z" }),
  page("filter: a hierarchy group", { group_4: "North" }),
  page("filter: several statuses", { status: ["Shipped", "Delivered"] }),
  page("filter: several statuses, paid", { status: ["Shipped", "Delivered"], payment_status: "Paid" }),
  page("filter: several hierarchy nodes", { group_4: ["North", "South"] }),
  page("filter: the exact name of a site", { site_name: "North Yard" }),
  page("filter: how and by whom it was decided", {
    ...{ decided_by: "Ann Lee", decision: "escalated", decided_minutes: "240" },
    decided_after: "2026-11-01",
  }),
  page("filter: since when it is pending", { pending_since_before: "2026-11-01T12:00:00.000Z" }),
  page("filter: two whole names of sites and a part of one", { site: ['"Rig 1"', '"Camp"', "yard"] }),
  page("filter: the whole names of two people", { ordered_by: ['"Dana Whitfield"', '"Sam Lee"'] }),
  page("search", { search: DRILL }),
];

const suggestable = columns.filter(([, { kind }]) => kind === "text").map(([key]) => key);
const suggested: SnapshotCase[] = [
  ...suggestable.map(
    (field): SnapshotCase => ({
      title: `suggestions: ${field}`,
      run: (scope) =>
        suggest(scope, orderList.suggest.query.parse({ field, [field]: DRILL, status: "Shipped" })),
      answer: () => [],
    }),
  ),
  {
    title: "suggestions: po_number, with no other filter",
    run: (scope) => suggest(scope, { field: "po_number", po_number: DRILL }),
  },
  {
    title: "suggestions: site, several",
    run: (scope) => suggest(scope, { field: "site", site: ['"Rig 1"', "yard"] }),
  },
  {
    title: "suggestions: status, under states",
    run: (scope) => suggest(scope, { field: "status", payment_status: ["Paid"] }),
  },
  {
    title: "suggestions: status, under a text",
    run: (scope) => suggest(scope, { field: "status", site: [DRILL] }),
  },
];

const sums: SnapshotCase[] = [
  { title: "sum, of two statuses", run: (scope) => sumOfTotals(scope, { status: ["Shipped", "Delivered"] }) },
  { title: "sum, of some days", run: (scope) => sumOfTotals(scope, { orderDate_after: "2026-01-01" }) },
  { title: "sum, of a range of totals", run: (scope) => sumOfTotals(scope, { total_min: "100.00" }) },
];

const lists: SnapshotCase[] = [
  page("first page", {}),
  page("first page, two sites in scope", {}, { siteIds: FEW_SITES }),
  page("first page, tracking numbers whole", { untrimmed: true }),
  page("deep page, newest first: skip to a day", { offset: DEEP_OFFSET }, { answer: MANY }),
  page("last page: read from the other end", { offset: 900_000 - PAGE_SIZE }, { answer: MANY }),
  page("last page by a name", { ordering: "site", offset: 900_000 - PAGE_SIZE }, { answer: MANY }),
  page(
    "last page down the PO numbers",
    { ordering: "-po_number", offset: 900_000 - PAGE_SIZE },
    { answer: MANY },
  ),
  page("deep page down the PO numbers", { ordering: "-po_number", offset: DEEP_OFFSET }, { answer: MANY }),
  page("deep page by total", { ordering: "total", offset: DEEP_OFFSET }, { answer: MANY }),
  page("many matches of a filter that no rollup counts", { search: DRILL }, { answer: MANY }),
  page("many matches, sorted by a name", { search: DRILL, ordering: "site" }, { answer: MANY }),
  page("many matches, two sites in scope", { search: DRILL }, { answer: MANY, siteIds: FEW_SITES }),
  page("sorted by total, two sites in scope", { ordering: "total" }, { siteIds: FEW_SITES }),
  page("a status, many sites in scope", { status: "Pending Approval" }, { siteIds: MANY_SITES }),
  page("a search that an index finds whatever it is", { search: "drill" }),
  page("a name, sorted by another", { site: DRILL, ordering: "requested_by" }),
  page("a range of days, two sites in scope", { orderDate_after: "2026-01-01" }, { siteIds: FEW_SITES }),
];

/** The whole list: a cursor is declared and read in batches. */
const exported = (title: string, params: ListParams): SnapshotCase => ({
  title,
  run: async (scope) => {
    const { batches } = await orderSource.stream(scope, parseQuery({ ...params, limit: ALL_ROWS }), REQUEST);
    for await (const _ of batches);
  },
  answer: FEW,
});

/** An order that is found, so that the statements after it are printed too. */
const ORDER = {
  identifier: "A-1001",
  id: 11,
  site_id: 21,
  status: 2,
  total: "100.00",
  subtotal: "100.00",
  order_date: new Date(0),
  removed_at: new Date(0),
  changed_at: new Date(0),
  tracking_numbers: [],
  placed_by: [],
};
const LINES = [
  {
    id: 31,
    sku: "BIT-8",
    product: null,
    text: "Drill bit",
    display: true,
    taxless_price: "79.60",
    tax_amount: "0.00",
  },
  {
    id: 32,
    sku: "GLV",
    product: null,
    text: "Gloves",
    display: true,
    taxless_price: "20.40",
    tax_amount: "0.00",
  },
];
const orderFound = (sql: string) => {
  if (sql.includes("as site")) return [{ ...ORDER, name: "Zoe", site: "Yard" }];
  if (sql.includes("as approvals")) return [{ ...ORDER, approvals: true }];
  return sql.startsWith('select "id", "sku"') ? LINES : [ORDER];
};

const pending: SnapshotCase[] = [
  {
    title: "pending: the first by approver, of one approver",
    run: (scope) =>
      pendingSource.page(scope, parsePendingQuery({ approved_by: "dana", ordering: "approved_by" }), REQUEST),
    answer: FEW,
  },
  {
    title: "pending: of two approvers",
    run: (scope) =>
      pendingSource.page(scope, parsePendingQuery({ approved_by: ['"Dana Whitfield"', "sam"] }), REQUEST),
    answer: FEW,
  },
  {
    title: "pending: suggested approvers",
    run: (scope) => pendingSource.suggest(scope, { field: "approved_by", approved_by: ["dana"] }, REQUEST),
    answer: () => [],
  },
  { title: "pending: how many", run: (scope) => pendingCount(scope), answer: FEW },
];

const HELD = [
  {
    ...{ id: 5, cap: null, siteIds: "all" as const },
    principal: { id: 4, roleId: 8, isCompanyAdmin: false, siteIds: [23] },
  },
];
const oneOrder: SnapshotCase[] = [
  { title: "details", run: (scope) => findOrder(scope, "A-1001"), answer: orderFound },
  {
    title: "details, for a deputy",
    run: (scope) => findOrder({ ...scope, delegations: HELD }, "A-1001"),
    siteIds: [21, 22],
    answer: orderFound,
  },
  { title: "tracking", run: (scope) => trackingNumbers(scope, "A-1001"), answer: orderFound },
  {
    title: "comments",
    run: (scope) => listedComments(scope, listKnownIds(scope.db, [11]).listed),
    answer: () => [],
  },
  {
    title: "warnings and open questions of several orders",
    run: (scope) => orderRemarks(scope, [11, 12]),
    siteIds: [21, 22],
    answer: () => [],
  },
  { title: "the built-in tracking page", run: (scope) => findTrackedOrder(scope, 11) },
  {
    title: "removing a line",
    run: (scope) => removeOrderLine(PLATFORM, scope, "A-1001", "BIT-8"),
    answer: orderFound,
  },
];

export const orders: readonly SnapshotCase[] = [
  ...lists,
  ...orderings,
  ...filters,
  exported("export, newest first", {}),
  exported("export down the PO numbers", { ordering: "-po_number" }),
  exported("export of a search, sorted by a name", { search: DRILL, ordering: "site" }),
  { title: "a batch of an export", run: (scope) => listKnownIds(scope.db, [11, 12]).answer },
  ...suggested,
  ...sums,
  ...pending,
  ...oneOrder,
  {
    title: "by number, for a deputy",
    run: (scope) => ordersByNumber({ ...scope, delegations: HELD }, "8812", 5),
    siteIds: FEW_SITES,
  },
  { title: "by number, for the palette", run: (scope) => ordersByNumber(scope, "8812", 5) },
  {
    title: "by two digits, at few sites",
    run: (scope) => ordersByNumber(scope, "88", 5),
    siteIds: FEW_SITES,
  },
  {
    title: "by number, at many sites",
    run: (scope) => ordersByNumber(scope, "8812", 5),
    siteIds: MANY_SITES,
  },
];
