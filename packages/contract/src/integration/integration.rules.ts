import { thousandths } from "../orders/order-amounts.ts";
import type { NamedLine } from "../orders/orders.rules.ts";
import type { OrderLine, OrderStatus } from "../orders/orders.schema.ts";

/** A batch ends when so many more of its lines were refused than accepted. */
export const MAX_REFUSED_LINES = 10_000;

/** Set by the portal only; every other status belongs to the provider's systems. */
const PORTAL_OWNED: readonly OrderStatus[] = ["Pending Approval", "Rejected"];

/** The first status of an order: a needed approval takes precedence over the sent status, except Canceled. */
export const firstStatus = (given: OrderStatus | undefined, needsApproval: boolean): OrderStatus => {
  if (given === "Canceled") return given;
  return needsApproval ? "Pending Approval" : (given ?? "Accepted");
};

export type StatusRefusal = "order.pending" | "order.rejected" | "order.canceled" | "status.portal";

/** Why a status cannot be set by the API; repeating the current status is not a change. */
export const statusRefusal = (
  stored: OrderStatus | undefined,
  given: OrderStatus | undefined,
  wasCanceledWhilePending = false,
): StatusRefusal | undefined => {
  if (given === undefined || given === stored) return undefined;
  if (stored === "Pending Approval") return given === "Canceled" ? undefined : "order.pending";
  if (stored === "Rejected") return "order.rejected";
  // Otherwise canceling and sending the order again would bypass the approvers.
  if (stored === "Canceled" && wasCanceledWhilePending) return "order.canceled";
  return PORTAL_OWNED.includes(given) ? "status.portal" : undefined;
};

/** The content presented to the approvers does not change while the order is pending, nor after a rejection. */
export const contentRefusal = (stored: OrderStatus): "order.pending" | "order.rejected" | undefined => {
  if (stored === "Pending Approval") return "order.pending";
  return stored === "Rejected" ? "order.rejected" : undefined;
};

/** Systems spell the same name differently. */
const normalizedName = (name: string | null): string => name?.trim().toLowerCase() ?? "";
const lineNames = ({ sku, product }: NamedLine): string[] =>
  [sku, product].map(normalizedName).filter(Boolean);

/** Lines with a name that approvers have removed, items or fees. */
export const linesNamedLike = <L extends NamedLine>(lines: readonly L[], removed: readonly string[]): L[] => {
  const gone = new Set(removed.map(normalizedName));
  return lines.filter((line) => lineNames(line).some((name) => gone.has(name)));
};

const isSameLine = (a: NamedLine, b: NamedLine): boolean =>
  a.display === b.display &&
  normalizedName(a.sku) === normalizedName(b.sku) &&
  normalizedName(a.product) === normalizedName(b.product);

/**
 * An item that an approver has removed is not restored by the next request, whatever line type it is sent as. A line
 * that shares its name and was left on the order may stay: another size of the product, a fee of the SKU.
 */
export const restoresRemoved = (
  sent: readonly NamedLine[],
  stored: readonly NamedLine[],
  removed: readonly string[],
): boolean => linesNamedLike(sent, removed).some((line) => !stored.some((left) => isSameLine(line, left)));

export type CountedLine = NamedLine & Pick<OrderLine, "text" | "quantity">;
/** A line whose quantity an approver has reduced. */
export type ReducedLine = Pick<OrderLine, "sku" | "text">;

/**
 * What an approver has reduced stays reduced: of the lines that share a SKU or product with it, the order has no more
 * than before. A line without both is known by its text.
 */
export const raisesReduced = (
  sent: readonly CountedLine[],
  stored: readonly CountedLine[],
  reduced: readonly ReducedLine[],
): boolean =>
  reduced.some(({ sku, text }) => {
    const same = stored.filter((line) =>
      sku
        ? normalizedName(line.sku) === normalizedName(sku)
        : normalizedName(line.text) === normalizedName(text),
    );
    const names = new Set([normalizedName(sku), ...same.flatMap(lineNames)].filter(Boolean));
    const isNamed = (line: CountedLine): boolean =>
      names.size > 0
        ? lineNames(line).some((name) => names.has(name))
        : normalizedName(line.text) === normalizedName(text);
    const countOf = (lines: readonly CountedLine[]): bigint =>
      lines.filter(isNamed).reduce((sum, line) => sum + thousandths(line.quantity), 0n);
    return countOf(sent) > countOf(stored);
  });
