import { expect, test } from "vitest";
import { longName, periodText, shortName } from "./spend-periods.ts";

const period = { start: "2026-03-01", orders: 1, total: "1234.50", before: null };

test("a period is named by its first day in UTC, whatever the time zone", () => {
  expect(shortName("day", period)).toBe("Mar 01");
  expect(longName("week", period)).toBe("Week of Mar 01 2026");
  expect(longName("month", period)).toBe("Mar 2026");
  expect(shortName("year", { ...period, start: "2026-01-01" })).toBe("2026");
  expect(periodText("day", period)).toBe("Mar 01 2026: $1,234.50, 1 order");
});

test("a period is said with the one before, and one without orders says so (WORK-007 partly)", () => {
  const before = { orders: 2, total: "40.00" };
  expect(periodText("day", { ...period, before }, "the 30 days before")).toBe(
    "Mar 01 2026: $1,234.50, 1 order (in the 30 days before: $40.00, 2 orders)",
  );
  const none = { start: "2026-03-01", orders: 0, total: "0.00" };
  expect(periodText("day", { ...none, before: none }, "the 30 days before")).toBe(
    "Mar 01 2026: no orders (in the 30 days before: no orders)",
  );
});
