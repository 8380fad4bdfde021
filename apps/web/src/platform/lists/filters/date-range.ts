/** A local calendar day, in the format of the date picker: "2026-03-31". */
export type Day = string;
export type DayRange = readonly [Day | null, Day | null];

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const twoDigits = (part: number): string => String(part).padStart(2, "0");

/** The local beginning of a day, or a moment. */
const parse = (text: string): Date => new Date(DAY.test(text) ? `${text}T00:00` : text);

/** The local day of a moment; a text that is no date stays as it is. */
export const dayOf = (moment: Date | string): Day => {
  const date = moment instanceof Date ? moment : parse(moment);
  if (Number.isNaN(date.getTime())) return String(moment);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

/** A date without a time becomes the local beginning or end of that day; a date with a time stays as it is. */
export const localInstant = (moment: string, end: "after" | "before"): string => {
  if (!DAY.test(moment)) return moment;
  return new Date(`${moment}T${end === "after" ? "00:00" : "23:59:59.999"}`).toISOString();
};

/** From the beginning of the first day to the end of the last one, in local time. */
export const instantsOf = ([first, last]: DayRange): [
  after: string | undefined,
  before: string | undefined,
] => [first ? localInstant(first, "after") : undefined, last ? localInstant(last, "before") : undefined];

export const daysOf = (after: unknown, before: unknown): DayRange => [
  typeof after === "string" ? dayOf(after) : null,
  typeof before === "string" ? dayOf(before) : null,
];

export const formatDay = (day: Day | null): string => {
  const [, year, month, date] = DAY.exec(day ?? "") ?? [];
  return year ? `${month}/${date}/${year.slice(2)}` : (day ?? "");
};

export const isToday = (day: Day): boolean => day === dayOf(new Date());

const TYPED = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\s*$/;

/** Parses a day typed as MM/DD/YY; null if the text is empty, undefined if it is not a day. */
export const typedDay = (text: string): Day | null | undefined => {
  if (text.trim() === "") return null;
  const [, month = "", date = "", year = ""] = TYPED.exec(text) ?? [];
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return year !== "" && dayOf(parse(day)) === day ? day : undefined;
};

/** Puts the earlier day first. */
export const inOrder = ([first, last]: DayRange): DayRange =>
  first && last && last < first ? [last, first] : [first, last];

/** The text of a range, also if one end is open. */
export const formatRange = ([first, last]: DayRange): string => {
  if (first && last) return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
  return first ? `from ${formatDay(first)}` : `until ${formatDay(last)}`;
};
