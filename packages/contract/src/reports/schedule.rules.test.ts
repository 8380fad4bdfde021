import { expect, test } from "vitest";
import type { Schedule } from "./reports.schema.ts";
import { nextRun, nextRuns, runAfter, runInstead, scheduleWords } from "./schedule.rules.ts";

const CHICAGO = { time_zone: "America/Chicago", working_days: [1, 2, 3, 4, 5] };
const schedule = (more: Partial<Schedule>): Schedule => ({
  every: "day",
  weekday: null,
  day: null,
  at: "07:00",
  ...more,
});
const runs = (more: Partial<Schedule>, after: string, count: number, calendar = CHICAGO): string[] =>
  nextRuns(schedule(more), calendar, Date.parse(after), count).map((moment) =>
    new Date(moment).toISOString().slice(0, 16),
  );

test("a daily report is due at the same hour of the company on both sides of a clock change (REPT-004 partly)", () => {
  // Clocks go forward on 2026-03-08 and back on 2026-11-01.
  expect(runs({}, "2026-03-06T20:00Z", 3)).toEqual([
    "2026-03-07T13:00",
    "2026-03-08T12:00",
    "2026-03-09T12:00",
  ]);
  expect(runs({}, "2026-10-30T20:00Z", 3)).toEqual([
    "2026-10-31T12:00",
    "2026-11-01T13:00",
    "2026-11-02T13:00",
  ]);
});

test("an hour that the clocks skip or show twice is due once (REPT-004 partly)", () => {
  expect(runs({ at: "02:30" }, "2026-03-07T12:00Z", 2)).toEqual(["2026-03-08T08:00", "2026-03-09T07:30"]);
  expect(runs({ at: "01:30" }, "2026-10-31T12:00Z", 2)).toEqual(["2026-11-01T06:30", "2026-11-02T07:30"]);
  // Between the two times that the clocks show 1:30.
  expect(runs({ at: "01:30" }, "2026-11-01T06:45Z", 1)).toEqual(["2026-11-02T07:30"]);
});

test("a month without that day has its last one, and working days are those of the company (REPT-001 partly)", () => {
  expect(runs({ every: "month", day: 31, at: "12:00" }, "2026-01-30T00:00Z", 4)).toEqual([
    "2026-01-31T18:00",
    "2026-02-28T18:00",
    "2026-03-31T17:00",
    "2026-04-30T17:00",
  ]);
  expect(runs({ every: "month", day: 29 }, "2028-02-01T00:00Z", 1)).toEqual(["2028-02-29T13:00"]);
  // 2026-11-20 is a Friday.
  expect(runs({ every: "workday" }, "2026-11-20T00:00Z", 2)).toEqual([
    "2026-11-20T13:00",
    "2026-11-23T13:00",
  ]);
  const sundays = { ...CHICAGO, working_days: [7] };
  expect(runs({ every: "workday" }, "2026-11-20T00:00Z", 2, sundays)).toEqual([
    "2026-11-22T13:00",
    "2026-11-29T13:00",
  ]);
  expect(runs({ every: "week", weekday: 3 }, "2026-11-18T13:00Z", 1)).toEqual(["2026-11-25T13:00"]);
});

test("each is due once on each of its days, in any time zone and year", () => {
  for (const time_zone of [
    "America/Chicago",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "America/Havana",
    "UTC",
  ]) {
    for (const at of ["00:00", "00:30", "01:45", "02:15", "03:00", "23:59"]) {
      const first = Date.parse("2026-01-01T12:00Z");
      const year = nextRuns(schedule({ at }), { ...CHICAGO, time_zone }, first, 366);
      const gaps = year.slice(1).map((moment, index) => (moment - (year[index] ?? 0)) / 3_600_000);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(26);
      // The next one does not depend on when one asks.
      for (const moment of year.slice(0, 20))
        expect(nextRun(schedule({ at }), { ...CHICAGO, time_zone }, moment - 1)).toBe(moment);
    }
  }
});

test("a schedule is said in words", () => {
  const words = (more: Partial<Schedule>) => scheduleWords(schedule(more), "America/Chicago");
  expect(words({ every: "workday" })).toBe("Every working day at 7:00 AM, Chicago time");
  expect(words({ at: "00:05" })).toBe("Every day at 12:05 AM, Chicago time");
  expect(words({ every: "week", weekday: 7, at: "12:30" })).toBe("Every Sunday at 12:30 PM, Chicago time");
  expect(words({ every: "month", day: 22 })).toBe("On the 22nd of every month at 7:00 AM, Chicago time");
  expect(words({ every: "month", day: 31 })).toBe("On the last day of every month at 7:00 AM, Chicago time");
  expect(scheduleWords(schedule({}), "UTC")).toBe("Every day at 7:00 AM, UTC");
});

test("in another time zone a report is due on the day for which it was planned, not on an earlier or a later one (REPT-004 partly)", () => {
  const zoned = (time_zone: string, working_days = [1, 2, 3, 4, 5]) => ({ time_zone, working_days });
  const instead = (more: Partial<Schedule>, planned: string, from: string, to: object, now: string): string =>
    new Date(
      runInstead(
        schedule(more),
        { ...CHICAGO, ...to },
        { moment: Date.parse(planned), time_zone: from },
        Date.parse(now),
      ),
    ).toISOString();
  const [chicago, tokyo] = ["America/Chicago", "Asia/Tokyo"];
  // To the east, after the hour of today has passed there: late, today.
  const east = { time_zone: tokyo };
  expect(instead({}, "2031-06-10T12:00Z", chicago, east, "2031-06-10T10:00Z")).toBe(
    "2031-06-09T22:00:00.000Z",
  );
  expect(instead({ every: "month", day: 10 }, "2031-06-10T12:00Z", chicago, east, "2031-06-10T10:00Z")).toBe(
    "2031-06-09T22:00:00.000Z",
  );
  // To the west, after the report of today was sent: tomorrow.
  const west = { time_zone: chicago };
  expect(instead({}, "2031-06-10T22:00Z", tokyo, west, "2031-06-09T23:00Z")).toBe("2031-06-11T12:00:00.000Z");
  expect(
    runAfter(
      schedule({}),
      zoned(chicago),
      { moment: Date.parse("2031-06-09T22:00Z"), time_zone: tokyo },
      Date.parse("2031-06-09T22:01Z"),
    ),
  ).toBe(Date.parse("2031-06-11T12:00Z"));
  // A Sunday that becomes a working day before its time, and one whose time has passed.
  const sundays = zoned(chicago, [1, 7]);
  const monday = "2031-06-16T12:00Z";
  const workday = { every: "workday" } as const;
  expect(instead(workday, monday, chicago, sundays, "2031-06-15T11:00Z")).toBe("2031-06-15T12:00:00.000Z");
  expect(instead(workday, monday, chicago, sundays, "2031-06-15T13:00Z")).toBe("2031-06-16T12:00:00.000Z");
  // A Monday that is no working day anymore.
  expect(instead(workday, monday, chicago, zoned(chicago, [3]), "2031-06-15T13:00Z")).toBe(
    "2031-06-18T12:00:00.000Z",
  );
});
