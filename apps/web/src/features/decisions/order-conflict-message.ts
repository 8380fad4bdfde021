import type { Session } from "@mcc/contract/access/session.ts";
import { offersDecision } from "@mcc/contract/approval-steps/approval-status.ts";
import { approvalMessages as says } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";

type CurrentOrder = Pick<
  Order,
  "identifier" | "status" | "approved_by" | "rejected_by" | "approvable_by_current_user"
>;

const nameOf = ({ name, username }: CurrentOrder["approved_by"][number]): string => name || username;

/**
 * Why the user can no longer decide about an order; undefined while they can. `approvals` is the number of approvals when
 * the dialog was opened.
 */
export const orderConflictMessage = (
  order: CurrentOrder,
  who: Session & { readonly username: string },
  approvals: number,
): string | undefined => {
  const { identifier, status, approved_by, rejected_by } = order;
  if (status === "Pending Approval" && offersDecision(who, order)) return undefined;
  if ([...approved_by, ...rejected_by].some(({ username }) => username === who.username)) {
    return says.tookAction;
  }
  const [rejecter] = rejected_by;
  if (rejecter) return `${nameOf(rejecter)} has already rejected order ${identifier}.`;
  if (status === "Canceled") return `Order ${identifier} has been canceled.`;
  const approver = approved_by.slice(approvals).at(-1);
  return approver
    ? `${nameOf(approver)} has already approved order ${identifier}.`
    : `Order ${identifier} no longer needs your approval.`;
};
