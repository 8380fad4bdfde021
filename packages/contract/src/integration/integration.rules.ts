import type { NamedLine } from "../orders/orders.rules.ts";
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

/** Systems write one name in several ways. */
const normalizedName = (name: string | null): string => name?.trim().toLowerCase() ?? "";
const lineNames = ({ sku, product }: NamedLine): string[] =>
  [sku, product].map(normalizedName).filter(Boolean);

/** Lines that go by a name of what approvers have removed, items or fees. */
export const linesNamedLike = <L extends NamedLine>(lines: readonly L[], removed: readonly string[]): L[] => {
  const gone = new Set(removed.map(normalizedName));
  return lines.filter((line) => lineNames(line).some((name) => gone.has(name)));
};

const isSameLine = (a: NamedLine, b: NamedLine): boolean =>
  a.display === b.display &&
  normalizedName(a.sku) === normalizedName(b.sku) &&
  normalizedName(a.product) === normalizedName(b.product);

/**
 * What an approver has removed does not come back with the next sending, whatever it is sent as. What shares a name
 * with it and was left on the order may stay: another size of the product, a fee of the SKU.
 */
export const restoresRemoved = (
  sent: readonly NamedLine[],
  stored: readonly NamedLine[],
  removed: readonly string[],
): boolean => linesNamedLike(sent, removed).some((line) => !stored.some((left) => isSameLine(line, left)));
