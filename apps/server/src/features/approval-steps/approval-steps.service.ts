import { can } from "@mcc/contract/access/permissions.ts";
import { withoutAmounts } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { ApprovalStep, NextApprovers } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Changeable } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import { approvalSettings } from "../approval-rules/approval-rules.service.ts";
import type { StepRecord } from "./approval-steps.queries.ts";
import { listedEligibleApprovers } from "./eligible-approvers.service.ts";
import { type DecisionContext, nextApprovers } from "./next-approvers.service.ts";
import { listedOrdersToDecide, type OrderToDecide } from "./orders-to-decide.queries.ts";
import { listedUserApprovals, type UserApproval, type WaitingOrder } from "./user-approval.service.ts";

export {
  addSteps,
  askAgain,
  listedSteps,
  markChangedSinceApproval,
  moveSteps,
  updateSteps,
} from "./approval-steps.queries.ts";
export { listedOrderCreators, type OrderCreator } from "./order-creators.queries.ts";
export { type Approver, listedOrdersToDecide, type OrderToDecide } from "./orders-to-decide.queries.ts";
export { listPendingOrders } from "./pending-orders.queries.ts";
export { listOneOrder, lockOrder } from "./visible-orders.queries.ts";

/** The listed order; whoever decides on it holds its row, so that nothing of it changes meanwhile. */
export const findOrderToDecide = async (scope: CompanyScope, listed: ListedIds): Promise<OrderToDecide> => {
  const [order] = await listedOrdersToDecide(scope, listed);
  return order ?? fail("not_found");
};

export const decisionContext = async (scope: CompanyScope, listed: ListedIds): Promise<DecisionContext> => {
  const [order, approversOf] = await Promise.all([
    findOrderToDecide(scope, listed),
    listedEligibleApprovers(scope, listed),
  ]);
  return { order, approvers: approversOf(order) };
};

/** Open pages that may see this site read the pending orders again. */
export const announceApprovals = ({ changes }: Services, scope: CompanyScope, siteId: number): void =>
  scope.afterCommit(() =>
    changes.announce({ kind: "approvals", companyId: scope.companyId, siteIds: [siteId] }),
  );

/** Why an order needs approval, who acted, who is next, and what the user may do with the order. */
interface Approvals {
  readonly approval_steps: ApprovalStep[];
  readonly next_approvers: NextApprovers | null;
  readonly changeable: Changeable | null;
  readonly userApproval: UserApproval;
}

/** The reasons of budgets have amounts for those who may see them, and for who decides about the order. */
const shownSteps = (steps: readonly StepRecord[], decides: boolean): ApprovalStep[] =>
  steps.map(({ acted, sees_amounts, reason, escalated_at, acted_at, changed_at, ...step }) => ({
    ...step,
    ...(reason && { reason: decides || acted || sees_amounts ? reason : withoutAmounts(reason) }),
    escalated_at: escalated_at?.toISOString() ?? null,
    acted_at: acted_at?.toISOString() ?? null,
    changed_at: changed_at?.toISOString() ?? null,
  }));

/** For the order the user has just decided on: they have acted and may not act again. */
export const approvalsAfter = (
  { next }: { readonly next: NextApprovers | null },
  steps: readonly StepRecord[],
): Approvals => ({
  approval_steps: shownSteps(steps, true),
  next_approvers: next,
  changeable: null,
  userApproval: { acted: true, mayAct: false, barred: false },
});

/** For the listed order. */
export const approvalsOf = async (
  scope: CompanyScope,
  listed: ListedIds,
  order: WaitingOrder,
  steps: readonly StepRecord[],
): Promise<Approvals> => {
  if (!steps.some(({ is_current }) => is_current)) {
    const acted = can(scope.who, "has-order-approvals") && steps.some((step) => step.acted);
    const userApproval = { acted, mayAct: false, barred: false };
    const approval_steps = shownSteps(steps, false);
    return { approval_steps, next_approvers: null, changeable: null, userApproval };
  }
  const [context, userApprovalOf, { changeable }] = await Promise.all([
    decisionContext(scope, listed),
    listedUserApprovals(scope, listed),
    approvalSettings(scope),
  ]);
  const userApproval = userApprovalOf(order);
  return {
    approval_steps: shownSteps(steps, userApproval.mayAct),
    next_approvers: nextApprovers(context, scope.who.id),
    changeable: userApproval.mayAct ? changeable : null,
    userApproval,
  };
};
