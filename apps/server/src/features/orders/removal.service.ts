import { displayName } from "@mcc/contract/access/session.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { lineTextOf } from "@mcc/contract/orders/line-text.ts";
import { amountsAfterRemoval } from "@mcc/contract/orders/order-amounts.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import { canRemoveLine, itemsNamed, removedNames } from "@mcc/contract/orders/orders.rules.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  announceApprovals,
  findOrderToDecide,
  mustMayRemove,
  mustNotHavePlaced,
} from "../approvals/approvals.service.ts";
import { listedPlacers } from "../approvals/outcome-notices.service.ts";
import { reconsiderSteps } from "../approvals/reconsider.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import { addChecks, findWarningsSoon } from "../warnings/comparison.service.ts";
import { lockOrder, updateOrder } from "./order-change.queries.ts";
import { listedOrder } from "./orders.service.ts";
import { linesOf, removeLines } from "./removal.queries.ts";

/** Removes a product from a pending order: totals, approval steps, event and audit in one transaction. */
export const removeOrderLine = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  product: string,
) => {
  const { listed, answer } = lockOrder(scope, identifier);
  const [, order, lines, placers] = await Promise.all([
    answer,
    findOrderToDecide(scope, listed),
    linesOf(scope, listed),
    listedPlacers(scope, listed),
  ]);
  if (order.status !== PENDING) fail("order.not_pending");
  await mustNotHavePlaced(scope, order);
  const principal = await mustMayRemove(scope, listed, order);
  const removed = itemsNamed(lines, product);
  if (removed.length === 0) failField("product", orderMessages.noSuchItem);
  if (
    !canRemoveLine(scope.who, {
      status: PENDING,
      lines,
      barred_as_placer: false,
      approvable_by_current_user: true,
    })
  )
    fail("line.last");
  const actor = { id: scope.who.id, name: displayName(scope.who) };
  await removeLines(
    scope,
    removed.map(({ id }) => id),
    actor.name,
  );
  const remaining = lines.filter((line) => !removed.includes(line));
  const after = {
    removed: removedNames(removed),
    ...amountsAfterRemoval(order, lines, remaining),
    line_count: remaining.filter((line) => line.product !== null).length,
    line_text: lineTextOf(remaining),
  };
  const { total } = after;
  // Written first: an order that this accepts is accepted without the line.
  await addEvent(scope.db, { type: "order.line_removed", payload: { identifier, product, total } });
  const status = await reconsiderSteps(platform, scope, listed, order, placers, total);
  await updateOrder(scope, order.id, status, after);
  await addAuditEntry(scope.db, {
    actor,
    ...(principal !== undefined && { onBehalfOf: principal }),
    action: "order.line_removed",
    record: { type: "order", id: identifier },
    details: { product, text: removed.map(({ text }) => text), status, total },
    before: { status: PENDING, total: order.total },
  });
  await addChecks(scope, [order.id]);
  scope.afterCommit(() => deliverSoon(platform.jobs, scope.companyId));
  scope.afterCommit(() => findWarningsSoon(platform.jobs, scope.companyId));
  announceApprovals(platform, scope, order.siteId);
  return listedOrder(scope, listed);
};
