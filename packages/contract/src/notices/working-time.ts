import type { ReminderSettings } from "./reminder-settings.schema.ts";

/** When a company works. */
export type WorkingHours = Pick<
  ReminderSettings,
  "working_days" | "working_from" | "working_until" | "time_zone"
>;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const MINUTE_MS = 60_000;

/** Creating a formatter costs far more than using it, and companies have few time zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timeZone, made);
  return made;
};

/** What the clocks of a time zone show at a moment, as if it were UTC. */
export const clockAt = (moment: number, timeZone: string): number => {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(moment)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

const offsetAt = (moment: number, timeZone: string): number => {
  const second = Math.floor(moment / 1_000) * 1_000;
  return clockAt(second, timeZone) - second;
};

/**
 * The moment when the clocks first show a time. A time that is skipped when clocks go forward is the moment they do: so
 * a later time of a day is never an earlier moment.
 */
export const momentOf = (clock: number, timeZone: string): number => {
  const before = clock - offsetAt(clock - DAY_MS, timeZone);
  if (clockAt(before, timeZone) === clock) return before;
  const after = clock - offsetAt(clock + DAY_MS, timeZone);
  if (clockAt(after, timeZone) === clock) return after;
  let [early, late] = [Math.min(before, after), Math.max(before, after)];
  while (late - early > 1_000) {
    const middle = Math.floor((early + late) / 2_000) * 1_000;
    if (clockAt(middle, timeZone) < clock) early = middle;
    else late = middle;
  }
  return late;
};

/** Minutes after midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => new Date(day).getUTCDay() || 7;

/** The working time of a day, which is given by its midnight as if it were UTC; none if nobody works then. */
const workingTime = (
  day: number,
  { working_days, working_from, working_until, time_zone }: WorkingHours,
): readonly [from: number, until: number] | undefined => {
  if (!working_days.includes(weekdayOf(day))) return undefined;
  const from = momentOf(day + minutesOf(working_from) * MINUTE_MS, time_zone);
  const until = momentOf(day + minutesOf(working_until) * MINUTE_MS, time_zone);
  return from < until ? [from, until] : undefined;
};

/** The midnight of the day that the clocks show at a moment, as if it were UTC. */
export const dayOf = (moment: number, timeZone: string): number =>
  Math.floor(clockAt(moment, timeZone) / DAY_MS) * DAY_MS;

/** A week has a working day, but daylight saving may have skipped its hours. */
const MOST_DAYS_OFF = 30;

/** Working time from a day on, forward or back in time. */
function* workingTimes(moment: number, hours: WorkingHours, direction: 1 | -1) {
  // The day before, in case a day that has begun is skipped or shown twice.
  let day = dayOf(moment, hours.time_zone) - direction * DAY_MS;
  for (let off = 0; off < MOST_DAYS_OFF; day += direction * DAY_MS) {
    const found = workingTime(day, hours);
    off = found ? 0 : off + 1;
    if (found) yield found;
  }
}

/** The moment when so much working time has passed since another. */
export const addWorkingTime = (since: number, duration: number, hours: WorkingHours): number => {
  let left = duration;
  for (const [from, until] of workingTimes(since, hours, 1)) {
    const start = Math.max(from, since);
    if (until <= start) continue;
    if (left <= until - start) return left > 0 ? start + left : since;
    left -= until - start;
  }
  return Number.POSITIVE_INFINITY;
};

/** The latest moment since which so much working time has passed by now; not searched for before `earliest`. */
export const subtractWorkingTime = (
  now: number,
  duration: number,
  hours: WorkingHours,
  earliest = Number.NEGATIVE_INFINITY,
): number => {
  let left = duration;
  for (const [from, until] of workingTimes(now, hours, -1)) {
    if (until < earliest) break;
    const end = Math.min(until, now);
    if (end <= from) continue;
    if (left <= end - from) return left > 0 ? end - left : now;
    left -= end - from;
  }
  return Number.NEGATIVE_INFINITY;
};

/** The working time between two moments; none if the second is the earlier one. */
export const workingTimeBetween = (since: number, until: number, hours: WorkingHours): number => {
  let passed = 0;
  for (const [from, end] of workingTimes(since, hours, 1)) {
    if (from >= until) return passed;
    passed += Math.max(0, Math.min(end, until) - Math.max(from, since));
  }
  return passed;
};

/** The length of an ordinary working day. */
export const workingTimeOfDay = ({ working_from, working_until }: WorkingHours): number =>
  (minutesOf(working_until) - minutesOf(working_from)) * MINUTE_MS;
