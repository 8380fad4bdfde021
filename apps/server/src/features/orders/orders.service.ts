import type { NextApprovers } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import {
  type Order,
  type OrderLine,
  type RemovedLine,
  statusOf,
} from "@mcc/contract/orders/orders.schema.ts";
import type { SearchResult } from "@mcc/contract/search/search.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { groupsOfSelection } from "../../platform/lists/site-groups.ts";
import {
  approvalsAfter,
  approvalsOf,
  listedSteps,
  listOneOrder,
} from "../approval-steps/approval-steps.service.ts";
import { listedWarnings } from "../warnings/warnings.service.ts";
import {
  findTracking,
  type LineRecord,
  orderChanges,
  orderLines,
  type RemovedLineRecord,
  removedLines,
} from "./orders.queries.ts";
import { listedSites, orderPageRecords } from "./orders.rows.queries.ts";
import { toRow, waitingOrder } from "./orders.rows.ts";
import { ordersByNumber } from "./orders.search.queries.ts";

const toLine = ({ base_unit_price, discount_amount, line_total, ...line }: LineRecord): OrderLine => ({
  ...line,
  base_unit_price_value: base_unit_price,
  discount_amount_value: discount_amount,
  line_total_price: line_total,
});

const toRemovedLine = ({ removed_at, ...line }: RemovedLineRecord): RemovedLine => ({
  ...line,
  removed_at: removed_at.toISOString(),
});

export const findOrder = async (scope: CompanyScope, identifier: string): Promise<Order> => {
  const { listed, answer } = listOneOrder(scope, identifier);
  const [, order] = await Promise.all([answer, listedOrder(scope, listed)]);
  return order;
};

/** The listed order as its page shows it; whoever has just decided on it knows how it stands. */
export const listedOrder = async (
  scope: CompanyScope,
  listed: ListedIds,
  decision?: { readonly next: NextApprovers | null },
): Promise<Order> => {
  const [[record], groupsOf, lines, removed, changes, steps, warningsOf] = await Promise.all([
    orderPageRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
    orderLines(scope, listed),
    removedLines(scope, listed),
    orderChanges(scope, listed),
    listedSteps(scope, listed),
    listedWarnings(scope, listed),
  ]);
  if (!record) fail("not_found");
  const { userApproval, ...approvals } = decision
    ? approvalsAfter(decision, steps)
    : await approvalsOf(scope, listed, waitingOrder(record), steps);
  const { custom_checkout_data, custom_confirm_data } = record;
  return {
    ...toRow(scope, record, {
      groups: groupsOf(record.site_id),
      userApproval,
      warnings: warningsOf(record.id),
    }),
    lines: lines.map(toLine),
    removed_lines: removed.map(toRemovedLine),
    changes: changes.map(({ changed_at, ...change }) => ({
      ...change,
      changed_at: changed_at.toISOString(),
    })),
    custom_checkout_data,
    custom_confirm_data,
    barred_as_placer: userApproval.barred,
    ...approvals,
  };
};

export const trackingNumbers = async (scope: CompanyScope, identifier: string) => {
  const tracking = (await findTracking(scope, identifier)) ?? fail("not_found");
  return { results: tracking.tracking_numbers };
};

/** Orders for the search over all records. */
export const searchOrders = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<SearchResult[]> =>
  (await ordersByNumber(scope, typed, limit)).map(({ id, identifier, po_number, status, site }) => ({
    kind: "order",
    id,
    title: identifier,
    subtitle: [
      site,
      statusOf(status),
      po_number && (/^po\b/i.test(po_number) ? po_number : `PO ${po_number}`),
    ]
      .filter(Boolean)
      .join(" · "),
    url: `/orders/${encodeURIComponent(identifier)}`,
  }));
