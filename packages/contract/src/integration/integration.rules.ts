import { itemsNamed, type NamedLine } from "../orders/orders.rules.ts";
import type { OrderStatus } from "../orders/orders.schema.ts";

/** Set by the portal alone; every other status belongs to the provider's systems. */
const PORTAL_OWNED: readonly OrderStatus[] = ["Pending Approval", "Rejected"];

/** Where an order begins: approval comes before anything the sender says, except that it was canceled already. */
export const firstStatus = (given: OrderStatus | undefined, needsApproval: boolean): OrderStatus => {
  if (given === "Canceled") return given;
  return needsApproval ? "Pending Approval" : (given ?? "Accepted");
};

export type StatusRefusal = "order.pending" | "order.rejected" | "order.canceled" | "status.portal";

/** What forbids a status from outside; naming the status an order has already is no change. */
export const statusRefusal = (
  stored: OrderStatus | undefined,
  given: OrderStatus | undefined,
  wasCanceledWhilePending = false,
): StatusRefusal | undefined => {
  if (given === undefined || given === stored) return undefined;
  if (stored === "Pending Approval") return given === "Canceled" ? undefined : "order.pending";
  if (stored === "Rejected") return "order.rejected";
  // Otherwise canceling and sending on would lead around the approvers.
  if (stored === "Canceled" && wasCanceledWhilePending) return "order.canceled";
  return PORTAL_OWNED.includes(given) ? "status.portal" : undefined;
};

/** What was put before the approvers stays as they see it, or as they rejected it. */
export const contentRefusal = (stored: OrderStatus): "order.pending" | "order.rejected" | undefined => {
  if (stored === "Pending Approval") return "order.pending";
  return stored === "Rejected" ? "order.rejected" : undefined;
};

/** What an approver has removed does not come back with the next sending. */
export const bringsBack = (lines: readonly NamedLine[], removed: readonly string[]): boolean =>
  removed.some((product) => itemsNamed(lines, product).length > 0);
