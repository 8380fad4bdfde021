import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import { placeIn } from "./approval-queue.ts";
import { placeText } from "./decisions.texts.ts";

const queue = ["A", "B", "C"].map((identifier) => ({ identifier }) as OrderRow);

test("an order has its place among those that need approval, and the next one follows", () => {
  expect(placeIn(queue, 3, "B")).toEqual({ position: 2, count: 3, next: { identifier: "C" } });
  expect(placeText(2, 3)).toBe("2 of 3");
});

test("after the last one, the first one follows", () => {
  expect(placeIn(queue, 3, "C")).toEqual({ position: 3, count: 3, next: { identifier: "A" } });
  expect(placeText(3, 3)).toBe("3 of 3");
});

test("the only one says so and has no next one", () => {
  expect(placeIn(queue.slice(0, 1), 1, "A")).toEqual({ position: 1, count: 1, next: undefined });
  expect(placeText(1, 1)).toBe("1 of 1, the last one");
});

test("an order that does not need the user's approval has no place", () => {
  expect(placeIn(queue, 3, "D")).toBeUndefined();
  expect(placeIn([], 0, "A")).toBeUndefined();
});
