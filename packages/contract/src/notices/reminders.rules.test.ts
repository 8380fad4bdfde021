import { expect, test } from "vitest";
import type { ReminderSettings } from "./reminder-settings.schema.ts";
import {
  isEscalated,
  openedBeforeEscalation,
  openedBeforeReminders,
  remindersDue,
  timeWaited,
} from "./reminders.rules.ts";

const HOUR = 3_600_000;
const settings: ReminderSettings = {
  first_reminder_hours: 8,
  reminder_interval_hours: 4,
  reminder_max: 3,
  escalation_hours: 24,
  escalation_role: null,
  working_days: [1, 2, 3, 4, 5],
  working_from: "08:00",
  working_until: "17:00",
  time_zone: "UTC",
  decide_without_sign_in: false,
  after_change: "keep",
  changeable_fields: [],
  changeable_checkout: [],
};
/** 2026-11-16 is a Monday. */
const at = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00Z`);
const opened = at(16, "08:00");
const waited = (now: number, ...questions: [asked: number, answered: number | null][]): number =>
  timeWaited(
    opened,
    now,
    questions.map(([askedAt, answeredAt]) => ({ askedAt, answeredAt })),
    settings,
  ) / HOUR;

test("the first reminder, then one each interval, up to the maximum (REMI-001 partly)", () => {
  const due = (hours: number) => remindersDue(hours * HOUR, settings);
  expect([0, 7.99, 8, 11.99, 12, 15.99, 16, 100].map(due)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(remindersDue(100 * HOUR, { ...settings, reminder_max: 0 })).toBe(0);
});

test("a step is escalated after its working hours, or never", () => {
  expect([23.99, 24].map((hours) => isEscalated(hours * HOUR, settings))).toEqual([false, true]);
  expect(isEscalated(9_999 * HOUR, { ...settings, escalation_hours: null })).toBe(false);
});

test("time that waits for an answer does not count, two working days at most (REMI-005 partly)", () => {
  const now = at(20, "10:00");
  expect(waited(now)).toBe(38);
  // Asked on Monday at noon: answered an hour later, after two working days and an hour, never.
  const noon = at(16, "12:00");
  expect(waited(now, [noon, at(16, "13:00")])).toBe(37);
  expect(waited(now, [noon, at(18, "13:00")])).toBe(20);
  expect(waited(now, [noon, null])).toBe(20);
  // While it waits for the answer, nothing passes.
  expect(waited(at(16, "12:30"), [noon, null])).toBe(4);
  expect(waited(at(18, "11:59"), [noon, null])).toBe(4);
  expect(waited(at(18, "13:00"), [noon, null])).toBe(5);
});

test("two questions at the same time count once, and one from before the step until its end", () => {
  const now = at(17, "17:00");
  expect(waited(now, [at(16, "10:00"), at(16, "12:00")], [at(16, "11:00"), at(16, "13:00")])).toBe(15);
  expect(waited(now, [at(16, "10:00"), at(16, "13:00")], [at(16, "11:00"), at(16, "12:00")])).toBe(15);
  expect(waited(now, [Date.parse("2026-11-13T16:00Z"), at(16, "09:00")])).toBe(17);
});

test("steps are due by the moment they opened exactly as by the time they waited", () => {
  const now = at(26, "11:17");
  const earliest = at(10, "00:00");
  const moments = openedBeforeReminders(now, settings, earliest);
  const escalated = openedBeforeEscalation(now, settings, earliest);
  expect(moments).toHaveLength(3);
  for (let since = earliest; since < now; since += 37 * 60_000) {
    const time = timeWaited(since, now, [], settings);
    expect(moments.filter((moment) => since <= moment)).toHaveLength(remindersDue(time, settings));
    expect(since <= (escalated ?? 0)).toBe(isEscalated(time, settings));
  }
  expect(openedBeforeReminders(now, settings, at(25, "12:18"))).toEqual([]);
  expect(openedBeforeReminders(now, settings, at(25, "12:17"))).toEqual([at(25, "12:17")]);
});
