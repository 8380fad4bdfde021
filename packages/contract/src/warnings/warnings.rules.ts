import { reaches } from "../approval-rules/needed-steps.rules.ts";
import { centsOf } from "../kit/money.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Orders that are closer to each other than this may be parts of one. */
const SPLIT_MS = 24 * HOUR_MS;
/** A warning names no more orders; more of them are a busy day and no split. */
export const MOST_COMPARED = 20;

/** An order that may be a part of another one. */
export interface PartOrder {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly placedAt: number;
  readonly total: string;
}

/** The orders whose sum reaches a limit that none of them reaches. */
export interface Split {
  readonly limit: number;
  readonly orders: readonly PartOrder[];
}

const sumOf = (orders: readonly Pick<PartOrder, "total">[]): bigint =>
  orders.reduce((sum, { total }) => sum + centsOf(total), 0n);

/** Whether these orders, each below the limit, reach it together. */
export const isSplitOver = (limit: number, orders: readonly Pick<PartOrder, "total">[]): boolean =>
  orders.length > 1 &&
  orders.every(({ total }) => !reaches(total, limit)) &&
  sumOf(orders) >= BigInt(limit) * 100n;

/** A part with its total in cents: it is compared many times. */
interface Part {
  readonly order: PartOrder;
  readonly cents: bigint;
}

const largestFirst = (a: Part, b: Part): number => {
  if (a.cents === b.cents) return a.order.id - b.order.id;
  return b.cents > a.cents ? 1 : -1;
};

const centsOfAll = (parts: readonly Part[]): bigint => parts.reduce((sum, { cents }) => sum + cents, 0n);

/** The largest parts in each 24 hours that include the order, from the time of one of them on. */
const windowsOf = ({ placedAt }: PartOrder, parts: readonly Part[]): Part[][] => {
  const starts = new Set([placedAt, ...parts.map(({ order }) => order.placedAt)]);
  return [...starts]
    .filter((start) => start <= placedAt && placedAt - start < SPLIT_MS)
    .map((start) =>
      parts
        .filter(({ order }) => order.placedAt >= start && order.placedAt - start < SPLIT_MS)
        .slice(0, MOST_COMPARED),
    );
};

/** The highest limit that an order reaches only together with others within 24 hours; the largest of them are named. */
export const findSplit = (
  order: PartOrder,
  others: readonly PartOrder[],
  limits: readonly number[],
): Split | undefined => {
  const own = centsOf(order.total);
  const sorted = others
    .map((part) => ({ order: part, cents: centsOf(part.total) }))
    .filter(({ cents }) => cents > 0n)
    .toSorted(largestFirst);
  for (const limit of new Set(limits.filter((one) => one > 0).toSorted((a, b) => b - a))) {
    const missing = BigInt(limit) * 100n - own;
    const parts = sorted.filter(({ cents }) => cents < BigInt(limit) * 100n);
    // Most limits are out of reach, whenever the others were placed.
    if (missing <= 0n || centsOfAll(parts.slice(0, MOST_COMPARED)) < missing) continue;
    const found = windowsOf(order, parts)
      .map((window) => ({ window, cents: centsOfAll(window) }))
      .filter(({ window, cents }) => window.length > 0 && cents >= missing)
      .toSorted((a, b) => Number(b.cents - a.cents))[0];
    if (found) return { limit, orders: found.window.map((part) => part.order) };
  }
  return undefined;
};
