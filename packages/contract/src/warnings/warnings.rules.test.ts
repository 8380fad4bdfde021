import { expect, test } from "vitest";
import { findSplit, MOST_COMPARED } from "./warnings.rules.ts";

const NOON = Date.parse("2026-03-10T12:00:00Z");
const at = (hours: number) => NOON + hours * 60 * 60 * 1000;

let made = 1;
const order = (total: string, hours = 0) => ({ id: ++made, placedAt: at(hours), total });
const split = (subject: ReturnType<typeof order>, others: ReturnType<typeof order>[], limits: number[]) => {
  const found = findSplit(subject, others, limits);
  return found && { limit: found.limit, ids: found.orders.map(({ id }) => id) };
};

test("two orders below a limit that their sum reaches are a likely split", () => {
  const [first, second] = [order("3000.00", -5), order("2000.00")];
  expect(split(second, [first], [5000])).toEqual({ limit: 5000, ids: [first.id] });
  expect(split(first, [second], [5000])).toEqual({ limit: 5000, ids: [second.id] });
  expect(split(order("1999.99"), [first], [5000])).toBeUndefined();
});

test("an order that reaches the limit itself is no part, and a blanket or general rule is no limit", () => {
  expect(split(order("5000.00"), [order("3000.00")], [5000])).toBeUndefined();
  expect(split(order("3000.00"), [order("5000.00")], [5000])).toBeUndefined();
  expect(split(order("3000.00"), [order("3000.00")], [0, -1])).toBeUndefined();
});

test("all orders are within the same 24 hours", () => {
  const [before, after] = [order("2000.00", -20), order("2000.00", 20)];
  expect(split(order("2000.00"), [before, after], [6000])).toBeUndefined();
  expect(split(order("2000.00"), [before, order("2000.00", 3)], [6000])).toBeDefined();
  expect(split(order("2000.00"), [order("4000.00", -24)], [6000])).toBeUndefined();
  expect(split(order("2000.00"), [order("4000.00", -23.9)], [6000])).toBeDefined();
});

test("the highest limit that is reached counts, and credits do not", () => {
  const parts = [order("3000.00", -1), order("3500.00", -2), order("-100.00", -2)];
  expect(split(order("3600.00"), parts, [5000, 10_000, 50_000])).toEqual({
    limit: 10_000,
    ids: [parts[1]?.id, parts[0]?.id],
  });
});

test("no more orders are compared than are named: a busy day is no split", () => {
  const many = Array.from({ length: MOST_COMPARED * 3 }, (_, n) => order("100.00", -n / 10));
  expect(split(order("100.00"), many, [5000])).toBeUndefined();
  expect(split(order("100.00"), many, [2000])?.ids).toHaveLength(MOST_COMPARED);
});
