import { approvalStatusOf } from "@mcc/contract/approvals/approvals.view.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type ListQuery, PAGE_SIZE, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import {
  ORDER_STATUSES,
  type Order,
  type OrderLine,
  type OrderRow,
  PAYMENT_STATUSES,
} from "@mcc/contract/orders/orders.schema.ts";
import { COUNT_CAP, inBatches, type Page } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { approvalsOf, stepsOf } from "../approvals/approvals.service.ts";
import { type Standing, standingsOf } from "../approvals/standing.service.ts";
import { countFromRollup, countLive } from "./orders.count.queries.ts";
import { type Narrowing, narrow } from "./orders.narrow.queries.ts";
import { DEEP, everyId, FEW, pageIds, probe } from "./orders.page.queries.ts";
import { findTracking, idOf, type LineRecord, orderLines } from "./orders.queries.ts";
import { groupsOfSites, type OrderRecord, orderRecords, type RowSource } from "./orders.rows.queries.ts";
import { suggestions } from "./orders.suggest.queries.ts";

/** Everything of a company, newest or otherwise first: the page people open all day. Count and rows travel together. */
const firstPage = async (
  scope: CompanyScope,
  query: ListQuery,
  narrowing: Narrowing,
): Promise<Page<OrderRow>> => {
  const { ids } = await pageIds(scope, query, narrowing, undefined);
  const isFixed = scope.siteIds === "all" && query.offset === 0 && query.limit === PAGE_SIZE;
  const source = { found: ids, name: isFixed ? `orders:${query.ordering}` : undefined };
  const [count, results] = await Promise.all([
    countFromRollup(scope, query),
    rowsOf(scope, source, query.untrimmed === true),
  ]);
  return { count, results };
};

/** How many there are decides which way to the page is the shortest. */
export const pageOfOrders = async (scope: CompanyScope, query: ListQuery): Promise<Page<OrderRow>> => {
  const narrowing = narrow(scope, query);
  const untrimmed = query.untrimmed === true;
  if (!narrowing.filtered && query.offset <= DEEP) return firstPage(scope, query, narrowing);
  const known = narrowing.countable ? await countFromRollup(scope, query) : undefined;
  if (known === undefined || known <= FEW) {
    const { count, ids } = await probe(scope, query, narrowing);
    if (count <= FEW) return { count, results: await rowsOf(scope, { ids }, untrimmed) };
  }
  const count = known ?? (await countLive(scope, narrowing.conditions));
  const exact = narrowing.countable || count <= COUNT_CAP;
  const { ids, reversed } = await pageIds(scope, query, narrowing, exact ? count : undefined);
  const rows = await rowsOf(scope, { found: ids }, untrimmed);
  const results = reversed ? rows.reverse() : rows;
  return exact ? { count, results } : { count: COUNT_CAP, count_is_capped: true, results };
};

/** Everything that matches, row by row, for spreadsheets. */
export const streamOfOrders = async (scope: CompanyScope, query: ListQuery) => {
  const narrowing = narrow(scope, query);
  const count = narrowing.countable
    ? await countFromRollup(scope, query)
    : await countLive(scope, narrowing.conditions, null);
  return { count, batches: batchesOf(scope, query, narrowing) };
};

async function* batchesOf(scope: CompanyScope, query: ListQuery, narrowing: Narrowing) {
  for await (const ids of inBatches(scope.db, everyId(query, narrowing))) {
    yield rowsOf(scope, { ids }, query.untrimmed === true);
  }
}

const rowsOf = async (scope: CompanyScope, source: RowSource, untrimmed: boolean): Promise<OrderRow[]> => {
  const records = await orderRecords(scope, source, { untrimmed });
  const [groups, standingOf] = await Promise.all([
    groupsFor(scope, records),
    standingsOf(
      scope,
      records.filter(isPending).map(({ id }) => id),
    ),
  ]);
  return records.map((record) =>
    toRow(scope, record, groups.get(record.site_id) ?? [], standingOf(record.id)),
  );
};

const isPending = ({ status }: OrderRecord): boolean => ORDER_STATUSES[status - 1] === "Pending Approval";

type Groups = Awaited<ReturnType<typeof groupsOfSites>>;

const groupsFor = async (scope: CompanyScope, records: readonly OrderRecord[]): Promise<Groups> =>
  scope.who.company?.has_company_hierarchy && records.length > 0
    ? groupsOfSites(scope, [...new Set(records.map(({ site_id }) => site_id))])
    : new Map();

const toRow = (
  { who }: CompanyScope,
  record: OrderRecord,
  groups: OrderRow["site"]["groups"],
  standing: Standing,
): OrderRow => ({
  id: record.id,
  identifier: record.identifier,
  site: {
    id: record.site_id,
    ...record.site,
    groups: groups.map(({ id, name, node }) => ({ id, name, node })),
  },
  creator: record.creator,
  ordered_by: record.ordered_by,
  requested_by: record.requested_by,
  po_number: record.po_number,
  afe_number: record.afe_number,
  status: ORDER_STATUSES[record.status - 1] as OrderRow["status"],
  payment_status: PAYMENT_STATUSES[(record.payment_status ?? 0) - 1] ?? null,
  order_date: record.order_date.toISOString(),
  lines: record.line_count,
  products: record.line_count,
  taxful_total_price_value: record.total,
  taxless_total_price_value: record.subtotal,
  tax: record.tax,
  tracking_numbers: record.tracking_numbers,
  tracking_numbers_count: record.tracking_numbers_count,
  approved_by: record.approved_by ?? [],
  approved_by_count: record.approved_by_count,
  rejected_by: record.rejected_by ?? [],
  current_required_approval: record.required_name === null ? null : { name: record.required_name },
  approvable_by_current_user: standing.mayAct,
  approval_status: approvalStatusOf(who, { ...standing, waitsFor: record.required_name }),
});

const toLine = ({ base_unit_price, discount_amount, line_total, ...line }: LineRecord): OrderLine => ({
  ...line,
  base_unit_price_value: base_unit_price,
  discount_amount_value: discount_amount,
  line_total_price: line_total,
});

export const suggestOrderValues = async (scope: CompanyScope, query: SuggestQuery) => ({
  results: await suggestions(scope, query),
});

export const findOrder = async (scope: CompanyScope, identifier: string): Promise<Order> => {
  const found = idOf(scope, identifier);
  const name = scope.siteIds === "all" ? "order-details" : undefined;
  const [[record], lines, steps] = await Promise.all([
    orderRecords(scope, { found, name }, { untrimmed: true }),
    orderLines(scope, found),
    stepsOf(scope, { found, name }),
  ]);
  if (!record) fail("not_found");
  const [groups, { standing, ...approvals }] = await Promise.all([
    groupsFor(scope, [record]),
    approvalsOf(scope, record.id, steps),
  ]);
  const { custom_checkout_data, custom_confirm_data } = record;
  return {
    ...toRow(scope, record, groups.get(record.site_id) ?? [], standing),
    lines: lines.map(toLine),
    custom_checkout_data,
    custom_confirm_data,
    ...approvals,
  };
};

export const trackingNumbers = async (scope: CompanyScope, identifier: string) => {
  const tracking = (await findTracking(scope, identifier)) ?? fail("not_found");
  return { results: tracking.tracking_numbers };
};
