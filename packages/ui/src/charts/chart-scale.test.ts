import { expect, test } from "vitest";
import { topOf } from "./chart-scale.ts";

test("the chart ends at a round number above the largest value", () => {
  expect([[0], [1], [1.1], [3], [99], [107], [1_500], [260_000]].map((values) => topOf(values))).toEqual([
    1, 1, 2, 3, 100, 120, 1_600, 300_000,
  ]);
  expect(topOf([-5])).toBe(1);
});
