import { fail } from "@mcc/contract/kit/errors.ts";
import type { ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import {
  ORDER_STATUSES,
  type Order,
  type OrderLine,
  type OrderRow,
  PAYMENT_STATUSES,
} from "@mcc/contract/orders/orders.schema.ts";
import { COUNT_CAP, inBatches, type Page } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { countFromRollup, countLive } from "./orders.count.queries.ts";
import { type Narrowing, narrow } from "./orders.narrow.queries.ts";
import { everyId, pageIds } from "./orders.page.queries.ts";
import { findOrderId, findTracking, type LineRecord, orderLines } from "./orders.queries.ts";
import { groupsOfSites, type OrderRecord, orderRecords } from "./orders.rows.queries.ts";
import { suggestions } from "./orders.suggest.queries.ts";

/** Counted first: how many there are decides which way to the page is the shortest. */
export const pageOfOrders = async (scope: CompanyScope, query: ListQuery): Promise<Page<OrderRow>> => {
  const narrowing = narrow(scope, query);
  const matching = narrowing.countable
    ? await countFromRollup(scope, query)
    : await countLive(scope, narrowing.conditions);
  const exact = narrowing.countable || matching <= COUNT_CAP;
  const ids = await pageIds(scope, query, narrowing, { matching, exact });
  const results = await rowsOf(scope, ids, query.untrimmed === true);
  return exact ? { count: matching, results } : { count: COUNT_CAP, count_is_capped: true, results };
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
    yield rowsOf(scope, ids, query.untrimmed === true);
  }
}

const rowsOf = async (
  scope: CompanyScope,
  ids: readonly number[],
  untrimmed: boolean,
): Promise<OrderRow[]> => {
  const records = await orderRecords(scope, ids, { untrimmed });
  const groups = await groupsFor(scope, records);
  return records.map((record) => toRow(record, groups.get(record.site_id) ?? []));
};

type Groups = Awaited<ReturnType<typeof groupsOfSites>>;

const groupsFor = async (scope: CompanyScope, records: readonly OrderRecord[]): Promise<Groups> =>
  scope.who.company?.has_company_hierarchy && records.length > 0
    ? groupsOfSites(scope, [...new Set(records.map(({ site_id }) => site_id))])
    : new Map();

const toRow = (record: OrderRecord, groups: OrderRow["site"]["groups"]): OrderRow => ({
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
  const id = (await findOrderId(scope, identifier)) ?? fail("not_found");
  const [records, lines] = await Promise.all([
    orderRecords(scope, [id], { untrimmed: true }),
    orderLines(scope.db, id),
  ]);
  const record = records[0] ?? fail("not_found");
  const row = toRow(record, (await groupsFor(scope, [record])).get(record.site_id) ?? []);
  const { custom_checkout_data, custom_confirm_data } = record;
  return { ...row, lines: lines.map(toLine), custom_checkout_data, custom_confirm_data };
};

export const trackingNumbers = async (scope: CompanyScope, identifier: string) => {
  const tracking = (await findTracking(scope, identifier)) ?? fail("not_found");
  return { results: tracking.tracking_numbers };
};
