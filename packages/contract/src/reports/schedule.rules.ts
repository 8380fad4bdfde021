import { WEEKDAYS } from "../kit/calendar.ts";
import {
  DAY_MS,
  dayOf,
  MINUTE_MS,
  minutesOf,
  momentOf,
  type WorkingHours,
  weekdayOf,
} from "../notices/working-time.ts";
import type { Schedule } from "./reports.schema.ts";

/** What schedules are relative to. */
export type Calendar = Pick<WorkingHours, "time_zone" | "working_days">;

/** The last day of the month of a day. */
const lastOfMonth = (day: number): number => {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
};

/** Whether a report is sent on a day, which is given by its midnight as if it were UTC. */
const isDue = (day: number, { every, ...on }: Schedule, { working_days }: Calendar): boolean => {
  if (every === "day") return true;
  if (every === "workday") return working_days.includes(weekdayOf(day));
  if (every === "week") return weekdayOf(day) === on.weekday;
  return new Date(day).getUTCDate() === Math.min(on.day ?? 1, lastOfMonth(day));
};

/** A month has a day of every kind; some more for days that a time zone skips. */
const MOST_DAYS = 70;

/** Days are in doubt where a time zone skips one. */
const dayBefore = (moment: number, { time_zone }: Calendar): number => dayOf(moment, time_zone) - DAY_MS;

/** The moment when a report is due on a day. */
const momentOn = (day: number, { at }: Schedule, timeZone: string): number =>
  momentOf(day + minutesOf(at) * MINUTE_MS, timeZone);

/** The first moment that fits, of those when a report is due from a day on. */
const firstMoment = (
  schedule: Schedule,
  calendar: Calendar,
  first: number,
  fits: (moment: number, day: number) => boolean,
): number => {
  for (let day = first; day < first + MOST_DAYS * DAY_MS; day += DAY_MS) {
    if (!isDue(day, schedule, calendar)) continue;
    const moment = momentOn(day, schedule, calendar.time_zone);
    if (fits(moment, day)) return moment;
  }
  throw new Error("A schedule has no next moment");
};

/**
 * The first moment after another when a report is due: once on each of its days. A time that the clocks show twice is
 * the first of both, one that they skip is the moment when they do.
 */
export const nextRun = (schedule: Schedule, calendar: Calendar, after: number): number =>
  firstMoment(schedule, calendar, dayBefore(after, calendar), (moment) => moment > after);

/** A moment that was planned, and the time zone in which it was. */
export interface PlannedMoment {
  readonly moment: number;
  readonly time_zone: string;
}

/** The next moment after one that has come: in another time zone than that one's, on a later day. */
export const runAfter = (
  schedule: Schedule,
  calendar: Calendar,
  { moment: last, time_zone }: PlannedMoment,
  now: number,
): number => {
  if (time_zone === calendar.time_zone) return nextRun(schedule, calendar, now);
  const lastDay = dayOf(last, time_zone);
  const fits = (moment: number, day: number) => moment > now && day > lastDay;
  return firstMoment(schedule, calendar, dayBefore(now, calendar), fits);
};

/**
 * The moment instead of one that is still to come, after the company has changed its time zone or its working days: on
 * the day of that one, even if its time has passed there, or on the next day that is one. A day before it is one only if
 * its time has come in neither time zone.
 */
export const runInstead = (
  schedule: Schedule,
  calendar: Calendar,
  { moment: planned, time_zone }: PlannedMoment,
  now: number,
): number => {
  const plannedDay = dayOf(planned, time_zone);
  const first = Math.min(plannedDay, dayBefore(now, calendar));
  return firstMoment(
    schedule,
    calendar,
    first,
    (moment, day) => day >= plannedDay || (moment > now && momentOn(day, schedule, time_zone) > now),
  );
};

/** The next moments when a report is due. */
export const nextRuns = (schedule: Schedule, calendar: Calendar, after: number, count: number): number[] => {
  const moments: number[] = [];
  while (moments.length < count) moments.push(nextRun(schedule, calendar, moments.at(-1) ?? after));
  return moments;
};

const ordinal = (day: number): string => {
  if (day > 3 && day < 21) return `${day}th`;
  return `${day}${{ 1: "st", 2: "nd", 3: "rd" }[day % 10] ?? "th"}`;
};

const daysWords = ({ every, weekday, day }: Schedule): string => {
  if (every === "day") return "Every day";
  if (every === "workday") return "Every working day";
  if (every === "week") return `Every ${WEEKDAYS[(weekday ?? 1) - 1]}`;
  if ((day ?? 1) <= 28) return `On the ${ordinal(day ?? 1)} of every month`;
  return day === 31
    ? "On the last day of every month"
    : `On the ${ordinal(day ?? 1)} of every month, or its last day`;
};

/** `America/Chicago` is `Chicago time`. */
const zoneWords = (timeZone: string): string =>
  timeZone.includes("/")
    ? `${timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`
    : timeZone;

/** Such as `Every working day at 7:00 AM, Chicago time`. */
export const scheduleWords = (schedule: Schedule, timeZone: string): string => {
  const [hours = 0, minutes = 0] = schedule.at.split(":").map(Number);
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
  return `${daysWords(schedule)} at ${time}, ${zoneWords(timeZone)}`;
};
