import { displayName } from "@mcc/contract/access/session.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { amountsAfterRemoval } from "@mcc/contract/orders/order-amounts.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import { canRemoveLine, itemsNamed, removedNames } from "@mcc/contract/orders/orders.rules.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { announceApprovals, mustNotHavePlaced, orderInQuestion } from "../approvals/approvals.service.ts";
import { reconsiderSteps } from "../approvals/reconsider.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import { holdOrder, updateOrder } from "./change.queries.ts";
import { listedOrder } from "./orders.service.ts";
import { dropLines, linesOf } from "./removal.queries.ts";

/** Takes a product off a pending order: totals, approval steps, event and audit in one transaction. */
export const removeOrderLine = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  product: string,
) => {
  const [, order, lines] = await Promise.all([
    holdOrder(scope, identifier),
    orderInQuestion(scope),
    linesOf(scope),
  ]);
  if (order.status !== PENDING) fail("order.not_pending");
  await mustNotHavePlaced(scope, order);
  const going = itemsNamed(lines, product);
  if (going.length === 0) failField("product", orderMessages.noSuchItem);
  if (!canRemoveLine(scope.who, { status: PENDING, lines, barred_as_placer: false })) fail("line.last");
  await dropLines(
    scope,
    going.map(({ id }) => id),
  );
  const staying = lines.filter((line) => !going.includes(line));
  const left = {
    removed: removedNames(going),
    ...amountsAfterRemoval(order, lines, staying),
    line_count: staying.filter((line) => line.product !== null).length,
  };
  const { total } = left;
  // Told first: an order that this accepts is accepted without the line.
  await addEvent(scope.db, { type: "order.line_removed", payload: { identifier, product, total } });
  const status = await reconsiderSteps(platform, scope, order, total);
  await updateOrder(scope, order.id, status, left);
  await addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "order.line_removed",
    record: { type: "order", id: identifier },
    details: { product, text: going.map(({ text }) => text), total_before: order.total, total },
  });
  scope.afterCommit(() => deliverSoon(platform.jobs, scope.companyId));
  announceApprovals(platform, scope, order.siteId);
  return listedOrder(scope);
};
