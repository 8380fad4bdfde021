import { expect, test } from "vitest";
import { chartDays } from "./chart-days.ts";

const quarter = { period_starts_on: "2026-10-01", period_ends_on: "2026-12-31" };

test("a chart has a column for each day until today, with what was used until then", () => {
  const days = chartDays({
    ...{ period_starts_on: "2026-11-01", period_ends_on: "2026-11-30", today: "2026-11-04" },
    points: [{ day: "2026-11-02", reserved: "10.00", committed: "5.00" }],
  });
  expect(days).toEqual([
    { day: "2026-11-01", reserved: "0.00", committed: "0.00" },
    { day: "2026-11-02", reserved: "10.00", committed: "5.00" },
    { day: "2026-11-03", reserved: "10.00", committed: "5.00" },
    { day: "2026-11-04", reserved: "10.00", committed: "5.00" },
  ]);
});

test("a long period has fewer columns, and today is the last of them", () => {
  const days = chartDays({ ...quarter, today: "2026-12-20", points: [] });
  expect(days.length).toBeLessThanOrEqual(31);
  expect(days.at(-1)?.day).toBe("2026-12-20");
});

test("a period that is over ends with its last day, one that has not begun has one column", () => {
  expect(chartDays({ ...quarter, today: "2027-02-01", points: [] }).at(-1)?.day).toBe("2026-12-31");
  expect(chartDays({ ...quarter, today: "2026-09-01", points: [] })).toHaveLength(1);
});
