import { can } from "../access/permissions.ts";
import type { Session } from "../access/session.ts";
import type { OrderLine, OrderStatus } from "./orders.schema.ts";

/** The number of tracking numbers and approvers in a list row; the others are behind "more". */
export const SHOWN_IN_ROW = 3;

/** Orders placed before this moment have no tracking. */
const TRACKED_SINCE = "2020-03-30T06:00:00Z";
const UNTRACKABLE: readonly OrderStatus[] = ["Rejected", "Pending Approval", "Canceled"];

/** The permission, the feature and a trackable status. */
export const canTrackOrder = (who: Session, order: { status: OrderStatus }): boolean =>
  can(who, "order-tracking") && !UNTRACKABLE.includes(order.status);

/** In the list, Track is offered from the cutoff on; users without tracking get only View and Documents. */
export const offersTracking = (who: Session, order: { status: OrderStatus; order_date: string }): boolean =>
  canTrackOrder(who, order) && Date.parse(order.order_date) >= Date.parse(TRACKED_SINCE);

/** A line that is shown as an item; the others are fees. */
export const isItem = (line: Pick<OrderLine, "display">): boolean => line.display;

/** A fee is shown with its text and total, unless it costs nothing. */
export const isShownFee = (line: Pick<OrderLine, "display" | "base_unit_price_value">): boolean =>
  !line.display && Number(line.base_unit_price_value) > 0;

export type NamedLine = Pick<OrderLine, "display" | "sku" | "product">;

/** The name an item is removed by: its SKU, or its product without a SKU. */
export const removalNameOf = ({ sku, product }: NamedLine): string | null => sku ?? product;

/** The items removed together with a product: several lines can have one SKU. */
export const itemsNamed = <L extends NamedLine>(lines: readonly L[], product: string): L[] =>
  lines.filter((line) => isItem(line) && removalNameOf(line) === product);

/** The names of removed lines, stored so that they are recognized without their SKU. */
export const removedNames = (lines: readonly NamedLine[]): string[] => [
  ...new Set(lines.flatMap(({ sku, product }) => [sku, product]).filter((name) => name !== null)),
];

/**
 * A line can be removed while the order is pending and an item of another name remains; not by the user who placed it.
 * Who is only the deputy of an approver can remove lines of orders that they may decide about.
 */
export const canRemoveLine = (
  who: Session,
  order: {
    status: OrderStatus;
    lines: readonly NamedLine[];
    barred_as_placer: boolean;
    approvable_by_current_user: boolean;
  },
): boolean =>
  can(who, "has-order-approvals") &&
  (who.is_approver || who.is_company_admin || order.approvable_by_current_user) &&
  !order.barred_as_placer &&
  order.status === "Pending Approval" &&
  new Set(order.lines.filter(isItem).map(removalNameOf)).size > 1;
