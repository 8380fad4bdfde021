import { expect, test } from "vitest";
import { ALL_TIME, DEFAULT_RANGE, daysOf, momentsOf, RANGES, rangeOf } from "./range.ts";

test("the ranges are 7, 14, 30, 180 and 365 days and all time; 30 days without a choice (HOME-010 partly)", () => {
  expect(RANGES.map(({ label }) => label)).toEqual([
    "Last 7 days",
    "Last 14 days",
    "Last 30 days",
    "Last 180 days",
    "Last 365 days",
    "All Time",
  ]);
  expect(DEFAULT_RANGE.days).toBe(30);
  expect([undefined, "", "31", ["7", "14"]].map((key) => rangeOf(key).label)).toEqual(
    Array(4).fill("Last 30 days"),
  );
  expect(rangeOf("all")).toBe(ALL_TIME);
});

test("a range runs from 00:00 UTC some days ago to the last moment of tomorrow, UTC (HOME-012 partly)", () => {
  // 23:30 in UTC, the next day in Berlin: the day of UTC counts.
  const now = Date.parse("2026-03-01T00:30:00+01:00");
  expect(momentsOf(rangeOf("7"), now)).toEqual({
    after: "2026-02-21T00:00:00.000Z",
    before: "2026-03-01T23:59:59.999Z",
  });
  expect(daysOf(rangeOf("365"), now)).toEqual({ after: "2025-02-28", before: "2026-03-01" });
  expect(momentsOf(ALL_TIME, now)).toBeUndefined();
});
