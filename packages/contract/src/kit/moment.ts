import { z } from "zod";

const NOT_A_DATE =
  "This must be a date, such as 2026-03-31, or a date and time, such as 2026-03-31T06:00:00Z.";

const Iso = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The years that PostgreSQL, browsers and spreadsheets all support. */
const isMoment = (value: string): boolean => {
  const year = Iso.safeParse(value).success ? new Date(value).getUTCFullYear() : 0;
  return year >= 1900 && year < 2200;
};

/** A day or a moment, as text. */
export const DayOrMoment = z.string({ error: NOT_A_DATE }).refine(isMoment, NOT_A_DATE);
