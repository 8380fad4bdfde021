import { expect, test } from "vitest";
import { longName, periodText, shortName, topOf } from "./spend-periods.ts";

const period = { start: "2026-03-01", orders: 1, total: "1234.50" };

test("a period is named by its first day in UTC, whatever the time zone", () => {
  expect(shortName("day", period)).toBe("Mar 1");
  expect(longName("week", period)).toBe("Week of Mar 1, 2026");
  expect(longName("month", period)).toBe("Mar 2026");
  expect(shortName("year", { ...period, start: "2026-01-01" })).toBe("2026");
  expect(periodText("day", period)).toBe("Mar 1, 2026: $1,234.50, 1 order");
});

test("the chart ends at a round number above the largest total", () => {
  expect([[0], [1], [3], [99], [1_001], [260_000]].map(topOf)).toEqual([1, 1, 5, 100, 2_000, 500_000]);
  expect(topOf([-5])).toBe(1);
});
