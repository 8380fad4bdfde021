import { completedOn, statusAfter } from "@mcc/contract/approvals/decisions.rules.ts";
import { needsMore, type Reconsidered, reconsider } from "@mcc/contract/approvals/reconsider.rules.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { changeSteps, noteChangeSince } from "./approvals.queries.ts";
import { inQuestion, type Question, tellAccepted } from "./approvals.service.ts";
import { tellApproversSoon } from "./notices.service.ts";
import type { QuestionedOrder } from "./question.queries.ts";
import { stepRow, stepsNeeded } from "./start.service.ts";
import { addSteps, moveSteps } from "./steps.queries.ts";

/**
 * After another total, by the rules of this moment: steps above it go, steps that it needs are added, and what was
 * approved stays approved, for what the order was then. Answers the order's status from now on.
 */
export const reconsiderSteps = async (
  platform: Platform,
  scope: CompanyScope,
  order: QuestionedOrder,
  total: string,
): Promise<OrderStatus> => {
  const needed = needsMore(order.total, total) ? await stepsNeeded(scope, { ...order, total }) : [];
  const changed = reconsider(order.steps, needed, total);
  const { dropped } = changed;
  if (dropped.length > 0) await changeSteps(scope, order, dropped, () => "");
  const status =
    changed.added.length > 0 ? await addNeeded(scope, order, changed) : statusAfter(order.steps, dropped);
  if (order.steps.some(({ state }) => state === "done")) await noteChangeSince(scope, [order.id]);
  if (status === "Accepted") await tellAccepted(platform, scope, order, total);
  else scope.afterCommit(() => tellApproversSoon(platform.jobs, scope.companyId));
  return status;
};

/** What opens in front of somebody who has approved already, and has a say in it, completes by itself. */
const addNeeded = async (
  scope: CompanyScope,
  order: QuestionedOrder,
  { moved, added }: Reconsidered,
): Promise<OrderStatus> => {
  if (moved.length > 0) await moveSteps(scope, order.id, moved);
  await addSteps(
    scope,
    added.map((step) => stepRow(order.id, step)),
  );
  if (order.approvedBy.length === 0) return order.status;
  return completeOpened(scope, await inQuestion(scope));
};

const completeOpened = async (scope: CompanyScope, { order, electorate }: Question): Promise<OrderStatus> => {
  const changes = completedOn(order, electorate);
  const names = new Map(electorate.people.map(({ id, name }) => [id, name]));
  if (changes.length > 0) await changeSteps(scope, order, changes, (id) => names.get(id) ?? "");
  return statusAfter(order.steps, changes);
};
