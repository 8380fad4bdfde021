/** Monday is 1, Sunday is 7. */
export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

const DAY = { day: "2-digit", month: "short", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;

/** Words of a date as all lists, pages and messages state it: "Mar 05 2026", "Mar 05 2026 4:07 PM". */
export const dateWords = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", options);
  return (moment: Date | string | number): string =>
    format.format(new Date(moment)).replaceAll(",", "").replace(/\s/g, " ");
};

export const dayIn = (timeZone: string) => dateWords({ ...DAY, timeZone });

export const momentIn = (timeZone: string) => dateWords({ ...DAY, ...TIME, timeZone });
