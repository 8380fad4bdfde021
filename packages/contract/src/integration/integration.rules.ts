import { quantityOf, thousandths } from "../orders/order-amounts.ts";
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

type LineIdentity = NamedLine & Pick<OrderLine, "text">;
type CountedLine = LineIdentity & Pick<OrderLine, "quantity">;

/** A line whose quantity an approver has reduced. */
export interface ReducedLine extends LineIdentity {
  /** How much of it the order may have: the approver's quantity, and that of lines that cannot be told from it. */
  readonly most: string;
  /** The other lines that shared a name or the text with it. */
  readonly beside: readonly LineIdentity[];
}

/** The same SKU, the same product or the same text: whoever renames a line seldom changes all of them. */
const isLike = (a: LineIdentity, b: LineIdentity): boolean =>
  hasSameText(a, b) || lineNames(a).some((name) => lineNames(b).includes(name));

const hasSameText = (a: LineIdentity, b: LineIdentity): boolean =>
  normalizedName(a.text) !== "" && normalizedName(a.text) === normalizedName(b.text);

const isSameItem = (a: LineIdentity, b: LineIdentity): boolean =>
  isSameLine(a, b) && (lineNames(a).length > 0 || hasSameText(a, b));

const countOf = (lines: readonly CountedLine[]): bigint =>
  lines.reduce((sum, line) => sum + thousandths(line.quantity), 0n);

/** What is kept of a line whose quantity an approver reduces, with the other lines of the order. */
export const reducedLine = (line: CountedLine, others: readonly CountedLine[]): ReducedLine => {
  const identityOf = ({ sku, product, display, text }: LineIdentity) => ({ sku, product, display, text });
  const [alike, beside] = [true, false].map((same) =>
    others.filter((other) => isLike(other, line) && isSameItem(other, line) === same),
  ) as [CountedLine[], CountedLine[]];
  return {
    ...identityOf(line),
    most: quantityOf(countOf([line, ...alike])),
    beside: beside.map(identityOf),
  };
};

/**
 * What an approver has reduced stays reduced: of the lines that share a SKU, product or text with it, the order has no
 * more than the approver left, except those that were beside it. Less, and more again up to that, is the sender's matter.
 */
export const raisesReduced = (sent: readonly CountedLine[], reduced: readonly ReducedLine[]): boolean =>
  reduced.some((line) => {
    const counted = sent.filter(
      (one) => isLike(one, line) && !line.beside.some((other) => isSameItem(one, other)),
    );
    return countOf(counted) > thousandths(line.most);
  });
