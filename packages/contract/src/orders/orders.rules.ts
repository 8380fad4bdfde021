import { can } from "../access/permissions.ts";
import type { Session } from "../access/session.ts";
import type { OrderLine, OrderStatus } from "./orders.schema.ts";

/** How many tracking numbers and approvers a row of a list tells; the others are behind "more". */
export const SHOWN_IN_ROW = 3;

/** Orders placed before this moment were never given to tracking. */
const TRACKED_SINCE = "2020-03-30T06:00:00Z";
const UNTRACKABLE: readonly OrderStatus[] = ["Rejected", "Pending Approval", "Canceled"];

/** The right, the feature and a status in which there is something to follow. */
export const canTrackOrder = (who: Session, order: { status: OrderStatus }): boolean =>
  can(who, "order-tracking") && !UNTRACKABLE.includes(order.status);

/** In the list, Track is offered from the cutoff on; who may not track gets just View and Documents. */
export const offersTracking = (who: Session, order: { status: OrderStatus; order_date: string }): boolean =>
  canTrackOrder(who, order) && Date.parse(order.order_date) >= Date.parse(TRACKED_SINCE);

/** A line that is shown as an item; the others are fees. */
export const isItem = (line: Pick<OrderLine, "display">): boolean => line.display;

/** A fee is shown with its text and total, unless it costs nothing. */
export const isShownFee = (line: Pick<OrderLine, "display" | "base_unit_price_value">): boolean =>
  !line.display && Number(line.base_unit_price_value) > 0;

export type NamedLine = Pick<OrderLine, "display" | "sku" | "product">;

/** What an item is taken off by: its SKU, and only without one its product. */
export const removalNameOf = ({ sku, product }: NamedLine): string | null => sku ?? product;

/** The items that leave together when a product is taken off: several lines can be of one SKU. */
export const itemsNamed = <L extends NamedLine>(lines: readonly L[], product: string): L[] =>
  lines.filter((line) => isItem(line) && removalNameOf(line) === product);

/** What is remembered of lines that were taken off, so that they are known again without their SKU. */
export const removedNames = (lines: readonly NamedLine[]): string[] => [
  ...new Set(lines.flatMap(({ sku, product }) => [sku, product]).filter((name) => name !== null)),
];

/** A line may go while the order waits for approval and an item of another name stays; whoever placed it takes none. */
export const canRemoveLine = (
  who: Session,
  order: { status: OrderStatus; lines: readonly NamedLine[]; barred_as_placer: boolean },
): boolean =>
  can(who, "has-order-approvals") &&
  !order.barred_as_placer &&
  order.status === "Pending Approval" &&
  new Set(order.lines.filter(isItem).map(removalNameOf)).size > 1;
