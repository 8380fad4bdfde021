import dayjs, { type Dayjs } from "dayjs";

/** A local calendar day, as the date picker counts: "2026-03-31". */
export type Day = string;
export type DayRange = readonly [Day | null, Day | null];

const DAY = "YYYY-MM-DD";

/** A plain day is where the range begins or ends on it, for whoever looks; a moment is what it is. */
export const localInstant = (moment: string, end: "after" | "before"): string => {
  if (moment.length !== DAY.length) return moment;
  return (end === "after" ? dayjs(moment).startOf("day") : dayjs(moment).endOf("day")).toISOString();
};

/** From the first moment of the first day to the last of the last one, where the person is. */
export const instantsOf = ([first, last]: DayRange): [
  after: string | undefined,
  before: string | undefined,
] => [first ? localInstant(first, "after") : undefined, last ? localInstant(last, "before") : undefined];

export const dayOf = (moment: string | Dayjs): Day => dayjs(moment).format(DAY);

export const daysOf = (after: unknown, before: unknown): DayRange => [
  typeof after === "string" ? dayOf(after) : null,
  typeof before === "string" ? dayOf(before) : null,
];

export const formatDay = (day: Day | null): string => (day ? dayjs(day).format("MM/DD/YY") : "");

export const isToday = (day: Day): boolean => day === dayOf(dayjs());

const TYPED = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\s*$/;

/** What was typed as MM/DD/YY; undefined when it is no day of the calendar. */
export const typedDay = (text: string): Day | null | undefined => {
  if (text.trim() === "") return null;
  const [, month = "", date = "", year = ""] = TYPED.exec(text) ?? [];
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return year !== "" && dayjs(day).format(DAY) === day ? day : undefined;
};

/** Whichever way round they were given. */
export const inOrder = ([first, last]: DayRange): DayRange =>
  first && last && last < first ? [last, first] : [first, last];

/** A range in words, open ends included. */
export const formatRange = ([first, last]: DayRange): string => {
  if (first && last) return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
  return first ? `from ${formatDay(first)}` : `until ${formatDay(last)}`;
};
