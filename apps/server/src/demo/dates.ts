import type { Random } from "./random.ts";

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const daysBefore = (date: Date, days: number): Date => new Date(date.getTime() - days * DAY);

/** In UTC: the demo does not depend on the server's time zone. */
export const startOfDay = (date: Date): Date => new Date(Math.floor(date.getTime() / DAY) * DAY);

export const ageInDays = (date: Date, now: Date): number => (now.getTime() - date.getTime()) / DAY;

/** Some time later, but never in the future: past events are before now. */
export const laterMoment = (date: Date, milliseconds: number, now: Date): Date => {
  const waited = now.getTime() - date.getTime();
  return new Date(date.getTime() + Math.min(milliseconds, Math.floor(waited * 0.9)));
};

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (date: Date): number => date.getUTCDay() || 7;

/** A moment in the working day of North America on the given day; few orders are placed at weekends. */
export const workingMoment = (random: Random, day: Date, now: Date): Date => {
  const midnight = startOfDay(day).getTime();
  let moment = new Date(midnight + random.integer(12 * 60, 24 * 60 - 1) * MINUTE + random.integer(0, 59_999));
  const weekend = weekdayOf(moment) - 5;
  if (weekend > 0 && random.chance(0.75)) moment = daysBefore(moment, weekend);
  return moment > now ? daysBefore(moment, 1) : moment;
};
