import { autoCompletedSteps, statusAfter } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { needsMore, type Reconsidered, reconsider } from "@mcc/contract/decisions/reconsider.rules.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import type { OrderToDecide } from "../approval-steps/approval-steps.service.ts";
import {
  addSteps,
  decisionContext,
  markChangedSinceApproval,
  moveSteps,
  type OrderCreator,
  updateSteps,
} from "../approval-steps/approval-steps.service.ts";
import { stepRow, stepsNeeded } from "../approval-steps/new-order-steps.service.ts";
import type { DecisionContext } from "../approval-steps/next-approvers.service.ts";
import { notifyApproversSoon } from "../approval-steps/notify-approvers.service.ts";
import { stepsBeyondBudgets } from "../budgets/move-budgets.service.ts";
import { addApprovedEvent } from "./decisions.service.ts";
import type { OrderFields } from "./order-change.queries.ts";
import { notifyOrderCreators } from "./outcome-notices.service.ts";

/** By what an order got a total that needs no further approval, and for a deputy in whose place. */
interface AcceptedBy {
  readonly kind: "accepted after removal" | "accepted after change";
  readonly principal?: string | null;
  /** What the order has from now on, if they change: other budgets may cover it. */
  readonly fields?: OrderFields | undefined;
}

/**
 * After another total, by the rules of this moment: steps above it go, steps that it needs are added, and what was
 * approved stays approved, for what the order was then. `order` is the listed one. Answers its status from now on.
 */
export const reconsiderSteps = async (
  services: Services,
  scope: CompanyScope,
  listed: ListedIds,
  order: OrderToDecide,
  creators: readonly OrderCreator[],
  total: string,
  { fields, ...accepted }: AcceptedBy,
): Promise<OrderStatus> => {
  const needed = needsMore(order.total, total) ? await stepsNeeded(scope, { ...order, total }) : [];
  const beyond = await stepsBeyondBudgets(scope, order.id, { ...fields, total });
  const changed = reconsider(order.steps, needed, total, beyond);
  const { dropped } = changed;
  if (dropped.length > 0) await updateSteps(scope, order, dropped, () => "");
  const status =
    changed.added.length > 0
      ? await addNeeded(scope, listed, order, changed)
      : statusAfter(order.steps, dropped);
  if (order.steps.some(({ state }) => state === "done")) await markChangedSinceApproval(scope, [order.id]);
  if (status === "Accepted") {
    await addApprovedEvent(services, scope, order, total);
    await notifyOrderCreators(services, scope, { ...order, total }, creators, accepted);
  } else {
    scope.afterCommit(() => notifyApproversSoon(services.jobs, scope.companyId));
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
