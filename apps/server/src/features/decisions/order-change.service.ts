import { fail } from "@mcc/contract/kit/errors.ts";
import { lineTextOf } from "@mcc/contract/orders/line-text.ts";
import { amountsAfterRemoval } from "@mcc/contract/orders/order-amounts.ts";
import { removedNames } from "@mcc/contract/orders/orders.rules.ts";
import type { Order, OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import { approvalSettings, lockApprovalSettingsShared } from "../approval-rules/approval-rules.service.ts";
import { announceApprovals, type OrderToDecide } from "../approval-steps/approval-steps.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { moveBudgets } from "../budgets/move-budgets.service.ts";
import { deliverSoon } from "../events/events.service.ts";
import { listedOrder } from "../orders/orders.service.ts";
import { addChecks, findWarningsSoon } from "../warnings/comparison.service.ts";
import { type OrderAmounts, type OrderFields, updateOrder } from "./order-change.queries.ts";
import type { LineOfOrder } from "./removal.queries.ts";

/** The amounts of an order that had `lines` and has `left` from now on. */
export const amountsWith = (
  order: OrderToDecide,
  lines: readonly LineOfOrder[],
  left: readonly LineOfOrder[],
  removed: readonly LineOfOrder[] = [],
): OrderAmounts => ({
  removed: removedNames(removed),
  ...amountsAfterRemoval(order, lines, left),
  line_count: left.filter((line) => line.product !== null).length,
  line_text: lineTextOf(left),
});

/**
 * Rules and the switch of approvals stay as they are until the change is stored, as for a new order; without approvals
 * nothing waits for them.
 */
export const lockSettingsToChange = async (
  scope: CompanyScope,
): Promise<Awaited<ReturnType<typeof approvalSettings>>> => {
  const [, settings] = await Promise.all([lockApprovalSettingsShared(scope), approvalSettings(scope)]);
  return settings.approvals ? settings : fail("order.not_pending");
};

interface OrderChange {
  /** As it was; its row is locked. */
  readonly order: OrderToDecide;
  readonly status: OrderStatus;
  readonly amounts?: OrderAmounts;
  readonly fields?: OrderFields;
  readonly audit: Omit<Parameters<typeof addAuditEntry>[1], "record">;
}

/**
 * What every change of a pending order by an approver ends with, in its transaction: a removed line, a smaller quantity,
 * other fields. Whatever else depends on the amounts or the fields of an order follows here.
 */
export const finishOrderChange = async (
  services: Services,
  scope: CompanyScope,
  listed: ListedIds,
  { order, status, audit, ...changed }: OrderChange,
): Promise<Order> => {
  await updateOrder(scope, order.id, status, changed);
  await addAuditEntry(scope.db, { ...audit, record: { type: "order", id: order.identifier } });
  await addChecks(scope, [order.id]);
  await moveBudgets(services, scope, [order.id], [order.id]);
  scope.afterCommit(() => deliverSoon(services.jobs, scope.companyId));
  scope.afterCommit(() => findWarningsSoon(services.jobs, scope.companyId));
  announceApprovals(services, scope, order.siteId);
  return listedOrder(scope, listed);
};
