import { drawBasketWithin } from "./catalog/basket.ts";
import type { Company } from "./company.ts";
import { DAY, HOUR } from "./dates.ts";
import { type Order, STATUS } from "./order.ts";
import { randomFor } from "./random.ts";

/** Orders are compared with those of the last 30 days. */
const COMPARED_DAYS = 30;
/** Of the limit: below it alone, above it together. */
const PART = [0.55, 0.9] as const;

/** An order that the same person placed for the same site. */
const placedLike = (order: Order, model: Order): Order => ({
  ...order,
  site: model.site,
  siteSnapshotId: model.siteSnapshotId,
  siteName: model.siteName,
  orderedBy: model.orderedBy,
  requestedBy: model.requestedBy,
});

const movedTo = (order: Order, date: Date): Order => ({
  ...order,
  date,
  updated: order.updated > date ? order.updated : date,
});

/** The orders of a company that shows warnings, with a duplicate and an order split in two among the pending ones. */
export const withSimilarOrders = (company: Company, orders: readonly Order[]): readonly Order[] => {
  const limit = Math.min(...company.rules.map((rule) => rule.limit).filter((one) => one > 0));
  const [first, again, part, rest] = orders
    .filter(
      ({ status, stepsDone, total }) => status === STATUS.pending && stepsDone === 0 && total < limit * 100,
    )
    .toReversed();
  if (!company.plan.history.similarOrders || !first || !again || !part || !rest) return orders;
  const random = randomFor(`${company.plan.slug} similar orders`);
  const drawPart = () => drawBasketWithin(random, part.site.taxPercent, [limit * PART[0], limit * PART[1]]);
  const { lines, total, subtotal, poNumber } = first;
  const changed = new Map<number, Order>([
    [again.id, { ...placedLike(again, first), lines, total, subtotal, poNumber }],
    [part.id, { ...part, ...drawPart() }],
    [
      rest.id,
      { ...movedTo(placedLike(rest, part), new Date(part.date.getTime() - 2 * HOUR)), ...drawPart() },
    ],
  ]);
  return orders.map((order) => changed.get(order.id) ?? order);
};

/** The orders that a job compares with each other when the demo starts. */
export const ordersToCompare = ({ id }: Company, orders: readonly Order[], now: Date) =>
  orders
    .filter(({ date }) => now.getTime() - date.getTime() < COMPARED_DAYS * DAY)
    .map((order) => ({ company_id: id, order_id: order.id }));
