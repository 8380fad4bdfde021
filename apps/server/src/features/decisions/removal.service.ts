import { displayName } from "@mcc/contract/access/session.ts";
import { currentApprovers } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { isBarred } from "@mcc/contract/approval-steps/entitlements.rules.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import { canRemoveLine, itemsNamed } from "@mcc/contract/orders/orders.rules.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import {
  decisionContext,
  findOrderToDecide,
  listedOrderCreators,
  lockOrder,
  type OrderToDecide,
} from "../approval-steps/approval-steps.service.ts";
import { addEvent } from "../events/events.service.ts";
import { amountsWith, finishOrderChange, lockSettingsToChange } from "./order-change.service.ts";
import { reconsiderSteps } from "./reconsider.service.ts";
import { linesOf, removeLines } from "./removal.queries.ts";

/**
 * Whoever sees an order only as a deputy, or approves nothing themselves, removes items only from orders that they may
 * decide about. Answers in whose place they do so.
 */
const mustBeAllowedToRemove = async (
  scope: CompanyScope,
  listed: ListedIds,
  order: OrderToDecide,
): Promise<string | undefined> => {
  const { who, siteIds } = scope;
  const seesSite = siteIds === "all" || siteIds.includes(order.siteId);
  if (seesSite && (who.is_approver || who.is_company_admin)) return undefined;
  const { approvers } = await decisionContext(scope, listed);
  const me = currentApprovers(order, approvers).find(({ person }) => person.id === who.id);
  return (me ?? fail("approval.not_yours")).deputyFor?.principal.name;
};

/** Removes a product from a pending order: totals, approval steps, event and audit in one transaction. */
export const removeOrderLine = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  product: string,
) => {
  const { listed, answer } = lockOrder(scope, identifier);
  const [, settings, order, lines, creators] = await Promise.all([
    answer,
    lockSettingsToChange(scope),
    findOrderToDecide(scope, listed),
    linesOf(scope, listed),
    listedOrderCreators(scope, listed),
  ]);
  if (order.status !== PENDING) fail("order.not_pending");
  // A user who may not approve an order because they placed it may not remove items from it either.
  if (isBarred(scope.who.id, order, settings)) fail("line.placer");
  const principal = await mustBeAllowedToRemove(scope, listed, order);
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
  const amounts = amountsWith(order, lines, remaining, removed);
  const { total } = amounts;
  // Written first: an order that this accepts is accepted without the line.
  await addEvent(scope.db, {
    ...{ type: "order.line_removed", siteId: order.siteId },
    payload: { identifier, product, total },
  });
  const status = await reconsiderSteps(services, scope, listed, order, creators, total, {
    kind: "accepted after removal",
  });
  return finishOrderChange(services, scope, listed, {
    order,
    status,
    amounts,
    audit: {
      actor,
      ...(principal !== undefined && { onBehalfOf: principal }),
      action: "order.line_removed",
      details: { product, text: removed.map(({ text }) => text), status, total },
      before: { status: PENDING, total: order.total },
    },
  });
};
