import dayjs, { type Dayjs } from "dayjs";

/** A local calendar day, in the format of the date picker: "2026-03-31". */
export type Day = string;
export type DayRange = readonly [Day | null, Day | null];

const DAY = "YYYY-MM-DD";

/** A date without a time becomes the local beginning or end of that day; a date with a time stays as it is. */
export const localInstant = (moment: string, end: "after" | "before"): string => {
  if (moment.length !== DAY.length) return moment;
  return (end === "after" ? dayjs(moment).startOf("day") : dayjs(moment).endOf("day")).toISOString();
};

/** From the beginning of the first day to the end of the last one, in local time. */
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

/** Parses a day typed as MM/DD/YY; null if the text is empty, undefined if it is not a day. */
export const typedDay = (text: string): Day | null | undefined => {
  if (text.trim() === "") return null;
  const [, month = "", date = "", year = ""] = TYPED.exec(text) ?? [];
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return year !== "" && dayjs(day).format(DAY) === day ? day : undefined;
};

/** Puts the earlier day first. */
export const inOrder = ([first, last]: DayRange): DayRange =>
  first && last && last < first ? [last, first] : [first, last];

/** The text of a range, also if one end is open. */
export const formatRange = ([first, last]: DayRange): string => {
  if (first && last) return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
  return first ? `from ${formatDay(first)}` : `until ${formatDay(last)}`;
};
