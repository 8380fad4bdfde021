import { describe, expect, test } from "vitest";
import {
  addWorkingTime,
  subtractWorkingTime,
  type WorkingHours,
  workingTimeBetween,
} from "./working-time.ts";

const HOUR = 3_600_000;

const hours = (more: Partial<WorkingHours> = {}): WorkingHours => ({
  working_days: [1, 2, 3, 4, 5],
  working_from: "08:00",
  working_until: "17:00",
  time_zone: "America/Chicago",
  ...more,
});
const ALWAYS = hours({ working_days: [1, 2, 3, 4, 5, 6, 7], working_from: "00:00", working_until: "24:00" });

const after = (since: string, count: number, at = hours()): string =>
  new Date(addWorkingTime(Date.parse(since), count * HOUR, at)).toISOString();

describe("working hours after a moment", () => {
  // Chicago is 6 hours behind UTC in winter, 5 in summer. 2026-11-16 is a Monday.
  test.each([
    ["within a day", "2026-11-16T08:00-06:00", 8, "2026-11-16T16:00-06:00"],
    ["up to the end of a day", "2026-11-16T08:00-06:00", 9, "2026-11-16T17:00-06:00"],
    ["over the night", "2026-11-16T15:00-06:00", 8, "2026-11-17T14:00-06:00"],
    ["from before work", "2026-11-16T03:30-06:00", 1, "2026-11-16T09:00-06:00"],
    ["from after work", "2026-11-16T20:00-06:00", 1, "2026-11-17T09:00-06:00"],
    ["over the weekend", "2026-11-20T16:00-06:00", 2, "2026-11-23T09:00-06:00"],
    ["from the weekend", "2026-11-21T12:00-06:00", 9, "2026-11-23T17:00-06:00"],
    ["over several weeks", "2026-11-16T08:00-06:00", 100, "2026-12-01T09:00-06:00"],
    // Clocks go forward on 2026-03-08 and back on 2026-11-01, both Sundays: the next Monday has other UTC times.
    ["over the change to summer", "2026-03-06T16:00-06:00", 2, "2026-03-09T09:00-05:00"],
    ["over the change to winter", "2026-10-30T16:00-05:00", 2, "2026-11-02T09:00-06:00"],
  ])("%s (REMI-001 partly)", (_, since, count, expected) => {
    expect(after(since, count)).toBe(new Date(expected).toISOString());
  });

  test("around the clock, a day has 23 or 25 hours when the clocks change", () => {
    expect(after("2026-03-08T00:00-06:00", 23, ALWAYS)).toBe("2026-03-09T05:00:00.000Z");
    expect(after("2026-11-01T00:00-05:00", 25, ALWAYS)).toBe("2026-11-02T06:00:00.000Z");
    const sundays = { ...ALWAYS, working_days: [7] };
    expect(after("2026-03-08T00:00-06:00", 24, sundays)).toBe("2026-03-15T06:00:00.000Z");
  });

  test("hours that the clocks skip have no working time", () => {
    const night = hours({ working_days: [7], working_from: "01:30", working_until: "02:30" });
    expect(
      workingTimeBetween(Date.parse("2026-03-08T00:00-06:00"), Date.parse("2026-03-09T00:00-05:00"), night),
    ).toBe(HOUR / 2);
    const skipped = hours({ working_days: [7], working_from: "02:10", working_until: "02:50" });
    expect(after("2026-03-08T00:00-06:00", 0.5, skipped)).toBe("2026-03-15T07:40:00.000Z");
  });

  test("a day that a time zone leaves out has none either", () => {
    // Samoa had no 30 December 2011, a Friday.
    const samoa = { ...ALWAYS, time_zone: "Pacific/Apia" };
    expect(after("2011-12-29T10:00:00Z", 1, samoa)).toBe("2011-12-29T11:00:00.000Z");
    expect(after("2011-12-29T10:00:00Z", 1, { ...samoa, working_days: [5] })).toBe(
      "2012-01-05T11:00:00.000Z",
    );
  });

  test("the same moment is early in one time zone and late in another", () => {
    const moment = "2026-11-16T22:30:00Z";
    expect(after(moment, 1, hours({ time_zone: "America/Chicago" }))).toBe("2026-11-17T14:30:00.000Z");
    expect(after(moment, 1, hours({ time_zone: "America/Los_Angeles" }))).toBe("2026-11-16T23:30:00.000Z");
    expect(after(moment, 1, hours({ time_zone: "Asia/Kolkata" }))).toBe("2026-11-17T03:30:00.000Z");
    expect(after(moment, 1, hours({ time_zone: "UTC" }))).toBe("2026-11-17T09:00:00.000Z");
  });
});

/** The same numbers in every run. */
const randomNumbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};
const ZONES = [
  "UTC",
  "America/Chicago",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "America/Havana",
  "Africa/Cairo",
  "Pacific/Chatham",
];

describe("of any working hours, at any time", () => {
  const random = randomNumbers(18);
  const below = (count: number) => Math.floor(random() * count);
  const timeOf = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const cases = Array.from({ length: 200 }, () => {
    const from = below(22 * 60);
    const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.6);
    return {
      at: {
        working_days: days.length > 0 ? days : [1 + below(7)],
        working_from: timeOf(from),
        working_until: timeOf(from + 120 + below(24 * 60 - from - 119)),
        time_zone: ZONES[below(ZONES.length)] as string,
      },
      // Also near the nights when clocks change.
      since:
        Date.UTC(2026, [2, 9, 10, 3, 8][below(5)] as number, 1 + below(30), 0, below(24 * 60)) +
        below(60_000),
      duration: below(30 * 60) * 60_000,
      more: below(10 * 60) * 60_000,
    };
  });

  test("exactly the added time passes, and a later start or more time never ends earlier (REMI-001 partly)", () => {
    for (const { at, since, duration, more } of cases) {
      const due = addWorkingTime(since, duration, at);
      expect(due).toBeGreaterThanOrEqual(since);
      expect(workingTimeBetween(since, due, at)).toBe(duration);
      expect(addWorkingTime(since, duration + more, at)).toBeGreaterThanOrEqual(due);
      expect(addWorkingTime(since + more, duration, at)).toBeGreaterThanOrEqual(due);
      expect(addWorkingTime(addWorkingTime(since, duration, at), more, at)).toBe(
        addWorkingTime(since, duration + more, at),
      );
    }
  });

  test("what is due by now began at or before the moment found by going back", () => {
    for (const { at, since: now, duration, more } of cases) {
      const latest = subtractWorkingTime(now, duration, at);
      expect(workingTimeBetween(latest, now, at)).toBe(duration);
      expect(addWorkingTime(latest, duration, at)).toBeLessThanOrEqual(now);
      expect(addWorkingTime(latest - more, duration, at)).toBeLessThanOrEqual(now);
      if (duration > 0) expect(addWorkingTime(latest + 1, duration, at)).toBeGreaterThan(now);
      expect(subtractWorkingTime(latest, more, at)).toBe(subtractWorkingTime(now, duration + more, at));
    }
  });

  test("minutes counted one by one come to the same", () => {
    for (const { at, since } of cases.slice(0, 60)) {
      const clock = new Intl.DateTimeFormat("en-GB", {
        timeZone: at.time_zone,
        weekday: "short",
        hour: "2-digit",
        minute: "2-digit",
      });
      const start = Math.ceil(since / 60_000) * 60_000;
      let minutes = 0;
      for (let moment = start; moment < start + 50 * HOUR; moment += 60_000) {
        const [weekday = "", time = ""] = clock.format(moment).replace(",", "").split(" ");
        const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(weekday) + 1;
        if (at.working_days.includes(day) && time >= at.working_from && time < at.working_until) minutes++;
      }
      const counted = workingTimeBetween(start, start + 50 * HOUR, at) / 60_000;
      // An hour that the clocks show twice is counted as the day begins and ends.
      expect(Math.abs(counted - minutes)).toBeLessThanOrEqual(60);
    }
  });
});
