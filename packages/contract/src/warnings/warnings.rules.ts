import { reaches } from "../approvals/approvals.rules.ts";
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

const largestFirst = (a: PartOrder, b: PartOrder): number => {
  const difference = centsOf(b.total) - centsOf(a.total);
  if (difference === 0n) return a.id - b.id;
  return difference > 0n ? 1 : -1;
};

/** The others in each 24 hours that include the order, from the time of one of them on. */
const windowsOf = (order: PartOrder, others: readonly PartOrder[]): PartOrder[][] => {
  const starts = [order, ...others].map(({ placedAt }) => placedAt).filter((at) => at <= order.placedAt);
  return starts
    .filter((start) => order.placedAt - start < SPLIT_MS)
    .map((start) => others.filter(({ placedAt }) => placedAt >= start && placedAt - start < SPLIT_MS));
};

/** The highest limit that an order reaches only together with others within 24 hours; the largest of them are named. */
export const findSplit = (
  order: PartOrder,
  others: readonly PartOrder[],
  limits: readonly number[],
): Split | undefined => {
  for (const limit of limits.filter((one) => one > 0).toSorted((a, b) => b - a)) {
    const parts = others.filter(({ total }) => centsOf(total) > 0n && !reaches(total, limit));
    const found = windowsOf(order, parts)
      .map((window) => window.toSorted(largestFirst).slice(0, MOST_COMPARED))
      .filter((window) => isSplitOver(limit, [order, ...window]))
      .toSorted((a, b) => Number(sumOf(b) - sumOf(a)))[0];
    if (found) return { limit, orders: found };
  }
  return undefined;
};
