import { expect, test } from "vitest";
import { formatBytes, formatDate, formatMoment, formatShortDate, orNotAvailable } from "./format.ts";

test("days are those of whoever looks, with or without the year (DOC-033)", () => {
  expect(formatDate("2026-03-08T03:05:00.000Z")).toBe("Mar 07 2026");
  expect(formatShortDate("2026-03-08T13:05:00.000Z")).toBe("Mar 08");
});

test("times have twelve hours, with AM or PM", () => {
  expect(formatMoment("2026-03-08T06:05:00.000Z")).toBe("Mar 08 2026 12:05 AM");
  expect(formatMoment("2026-12-09T18:00:00.000Z")).toBe("Dec 09 2026 12:00 PM");
  expect(formatMoment("2026-12-10T03:59:00.000Z")).toBe("Dec 09 2026 9:59 PM");
});

test("sizes read as in a file manager", () => {
  expect([0, 999, 1_000, 12_340_000, 2_500_000_000].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "1.0 kB",
    "12.3 MB",
    "2.5 GB",
  ]);
});

test("what is empty reads N.A. (DOC-032)", () => {
  expect([null, undefined, "", "PO-1"].map(orNotAvailable)).toEqual(["N.A.", "N.A.", "N.A.", "PO-1"]);
});
