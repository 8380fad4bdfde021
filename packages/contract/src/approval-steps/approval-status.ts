import { can } from "../access/permissions.ts";
import type { Session } from "../access/session.ts";
import { approvalMessages } from "./approval-steps.messages.ts";

interface Approvable {
  readonly approvable_by_current_user: boolean;
}

/** Approve and Reject are offered on orders pending the user's approval; not after the user has acted. */
export const offersDecision = (who: Session, order: Approvable): boolean =>
  can(who, "has-order-approvals") && order.approvable_by_current_user;

/** Approvers always see their columns; a company admin sees them when acting as a substitute. */
export const seesApprovalColumns = (who: Session, orders: readonly Approvable[]): boolean =>
  can(who, "has-order-approvals") && (who.is_approver || orders.some((order) => offersDecision(who, order)));

/** The approval status of a pending order for one user; null for users who approve nothing. */
export const approvalStatusOf = (
  who: Session,
  { acted, mayAct, waitingFor }: { acted: boolean; mayAct: boolean; waitingFor: string | null },
): string | null => {
  if (!can(who, "has-order-approvals")) return null;
  if (acted) return approvalMessages.tookAction;
  if (mayAct) return approvalMessages.waitingForYou;
  return waitingFor === null ? null : approvalMessages.waitingFor(waitingFor);
};
