import { expect, test } from "vitest";
import { daysOf, formatRange, inOrder, instantsOf, typedDay } from "./date-range.ts";

test("a range reaches from the local start of its first day to the local end of its last (ORD-008)", () => {
  expect(instantsOf(["2026-03-02", "2026-03-31"])).toEqual([
    "2026-03-02T06:00:00.000Z",
    // Summer time began in between.
    "2026-04-01T04:59:59.999Z",
  ]);
});

test("one day as both ends reaches from its start to its end", () => {
  expect(instantsOf(["2026-07-04", "2026-07-04"])).toEqual([
    "2026-07-04T05:00:00.000Z",
    "2026-07-05T04:59:59.999Z",
  ]);
});

test("the instants of an address become the days they were made of (TABLE-007)", () => {
  const range = ["2026-03-02", "2026-03-31"] as const;
  expect(daysOf(...instantsOf(range))).toEqual(range);
  expect(daysOf("2026-03-02T06:00:00Z", undefined)).toEqual(["2026-03-02", null]);
});

test("days are shown as MM/DD/YY, open ends in words", () => {
  expect(formatRange(["2026-03-02", "2026-03-31"])).toBe("03/02/26 – 03/31/26");
  expect(formatRange(["2026-03-02", "2026-03-02"])).toBe("03/02/26");
  expect(formatRange(["2026-03-02", null])).toBe("from 03/02/26");
  expect(formatRange([null, "2026-03-02"])).toBe("until 03/02/26");
});

test("a typed day is taken only when the calendar has it", () => {
  expect(typedDay("3/2/26")).toBe("2026-03-02");
  expect(typedDay("03/02/2026")).toBe("2026-03-02");
  expect(typedDay("")).toBeNull();
  expect(typedDay("02/30/26")).toBeUndefined();
  expect(typedDay("tomorrow")).toBeUndefined();
});

test("ends given the wrong way round are turned", () => {
  expect(inOrder(["2026-03-31", "2026-03-02"])).toEqual(["2026-03-02", "2026-03-31"]);
});
