import { expect, test, vi } from "vitest";
import { datePresets } from "./date-presets.ts";
import { instantsOf } from "./date-range.ts";

const presetsOn = (day?: string) =>
  Object.fromEntries(datePresets(day).map(({ label, range }) => [label, range]));

test("the presets are ranges of whole days up to today, this and last month, and this year (LIST-010)", () => {
  expect(presetsOn("2026-03-18")).toEqual({
    Today: ["2026-03-18", "2026-03-18"],
    "Last 7 days": ["2026-03-12", "2026-03-18"],
    "Last 30 days": ["2026-02-17", "2026-03-18"],
    "This month": ["2026-03-01", "2026-03-31"],
    "Last month": ["2026-02-01", "2026-02-28"],
    "This year": ["2026-01-01", "2026-12-31"],
  });
  // Counted from the last day of a long month, and across the end of a year.
  expect(presetsOn("2026-03-31")).toMatchObject({ "Last month": ["2026-02-01", "2026-02-28"] });
  expect(presetsOn("2026-01-03")).toMatchObject({
    "Last 7 days": ["2025-12-28", "2026-01-03"],
    "Last month": ["2025-12-01", "2025-12-31"],
  });
});

test("today is the day where the reader is, with its own beginning and end (LIST-010)", () => {
  vi.useFakeTimers({ now: new Date("2026-03-19T04:30:00Z") });
  const { Today } = presetsOn();
  expect(Today, "in Chicago it is still the 18th").toEqual(["2026-03-18", "2026-03-18"]);
  expect(Today && instantsOf(Today)).toEqual(["2026-03-18T05:00:00.000Z", "2026-03-19T04:59:59.999Z"]);
  vi.useRealTimers();
});
