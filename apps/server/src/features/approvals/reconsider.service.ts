import { autoCompletedSteps, statusAfter } from "@mcc/contract/approvals/decisions.rules.ts";
import { needsMore, type Reconsidered, reconsider } from "@mcc/contract/approvals/reconsider.rules.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Platform } from "../../platform/platform.ts";
import { markChangedSinceApproval, updateSteps } from "./approvals.queries.ts";
import { addApprovedEvent, type DecisionContext, decisionContext } from "./approvals.service.ts";
import { stepRow, stepsNeeded } from "./new-order-steps.service.ts";
import { notifyApproversSoon } from "./notices.service.ts";
import type { OrderToDecide } from "./orders-to-decide.queries.ts";
import { notifyPlacers, type Placer } from "./outcome-notices.service.ts";
import { addSteps, moveSteps } from "./steps.queries.ts";

/**
 * After another total, by the rules of this moment: steps above it go, steps that it needs are added, and what was
 * approved stays approved, for what the order was then. `order` is the listed one. Answers its status from now on.
 */
export const reconsiderSteps = async (
  platform: Platform,
  scope: CompanyScope,
  listed: ListedIds,
  order: OrderToDecide,
  placers: readonly Placer[],
  total: string,
): Promise<OrderStatus> => {
  const needed = needsMore(order.total, total) ? await stepsNeeded(scope, { ...order, total }) : [];
  const changed = reconsider(order.steps, needed, total);
  const { dropped } = changed;
  if (dropped.length > 0) await updateSteps(scope, order, dropped, () => "");
  const status =
    changed.added.length > 0
      ? await addNeeded(scope, listed, order, changed)
      : statusAfter(order.steps, dropped);
  if (order.steps.some(({ state }) => state === "done")) await markChangedSinceApproval(scope, [order.id]);
  if (status === "Accepted") {
    await addApprovedEvent(platform, scope, order, total);
    await notifyPlacers(platform, scope, { ...order, total }, placers, { kind: "accepted after removal" });
  } else {
    scope.afterCommit(() => notifyApproversSoon(platform.jobs, scope.companyId));
  }
  return status;
};

/** A step that opens for a user who has already approved and is entitled to it completes automatically. */
const addNeeded = async (
  scope: CompanyScope,
  listed: ListedIds,
  order: OrderToDecide,
  { moved, added }: Reconsidered,
): Promise<OrderStatus> => {
  if (moved.length > 0) await moveSteps(scope, order.id, moved);
  await addSteps(
    scope,
    added.map((step) => stepRow(order.id, step)),
  );
  if (order.approvedBy.length === 0) return order.status;
  return completeOpened(scope, await decisionContext(scope, listed));
};

const completeOpened = async (
  scope: CompanyScope,
  { order, approvers }: DecisionContext,
): Promise<OrderStatus> => {
  const changes = autoCompletedSteps(order, approvers);
  const names = new Map(approvers.people.map(({ id, name }) => [id, name]));
  if (changes.length > 0) await updateSteps(scope, order, changes, (id) => names.get(id) ?? "");
  return statusAfter(order.steps, changes);
};
