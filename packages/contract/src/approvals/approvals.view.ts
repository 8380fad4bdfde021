import { can } from "../access/permissions.ts";
import type { Session } from "../access/session.ts";
import { approvalMessages } from "./approvals.messages.ts";

interface Approvable {
  readonly approvable_by_current_user: boolean;
}

/** Approve and Reject are offered on orders that wait for the person who looks; whoever acted is not waited for. */
export const offersDecision = (who: Session, order: Approvable): boolean =>
  can(who, "has-order-approvals") && order.approvable_by_current_user;

/** Approvers see their columns always, a company admin where standing in for somebody. */
export const seesApprovalColumns = (who: Session, orders: readonly Approvable[]): boolean =>
  can(who, "has-order-approvals") && (who.is_approver || orders.some((order) => offersDecision(who, order)));

/** How an order that waits stands to one person; nothing to people who approve nothing. */
export const approvalStatusOf = (
  who: Session,
  { acted, mayAct, waitsFor }: { acted: boolean; mayAct: boolean; waitsFor: string | null },
): string | null => {
  if (!can(who, "has-order-approvals")) return null;
  if (acted) return approvalMessages.tookAction;
  if (mayAct) return approvalMessages.waitingForYou;
  return waitsFor === null ? null : approvalMessages.waitingFor(waitsFor);
};
