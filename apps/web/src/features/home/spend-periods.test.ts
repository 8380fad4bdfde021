import { expect, test } from "vitest";
import { longName, periodText, shortName } from "./spend-periods.ts";

const period = { start: "2026-03-01", orders: 1, total: "1234.50" };

test("a period is named by its first day in UTC, whatever the time zone", () => {
  expect(shortName("day", period)).toBe("Mar 1");
  expect(longName("week", period)).toBe("Week of Mar 1, 2026");
  expect(longName("month", period)).toBe("Mar 2026");
  expect(shortName("year", { ...period, start: "2026-01-01" })).toBe("2026");
  expect(periodText("day", period)).toBe("Mar 1, 2026: $1,234.50, 1 order");
});
