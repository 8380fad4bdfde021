import { type Day, type DayRange, dayOf } from "./date-range.ts";

interface DatePreset {
  /** In the URL and in saved views, in place of the first day: what it means depends on the day it is read. */
  readonly key: string;
  readonly label: string;
  readonly range: DayRange;
}

/** Frequently used ranges, in local calendar days. */
export const datePresets = (today: Day = dayOf(new Date())): DatePreset[] => {
  const [year = 0, month = 0, date = 0] = today.split("-").map(Number);
  // Months count from 0 in a Date; a day 0 is the last one of the month before.
  const day = (ofYear: number, ofMonth: number, ofDate: number): Day =>
    dayOf(new Date(ofYear, ofMonth - 1, ofDate));
  return [
    { key: "today", label: "Today", range: [today, today] },
    { key: "last-7-days", label: "Last 7 days", range: [day(year, month, date - 6), today] },
    { key: "last-30-days", label: "Last 30 days", range: [day(year, month, date - 29), today] },
    { key: "this-month", label: "This month", range: [day(year, month, 1), day(year, month + 1, 0)] },
    { key: "last-month", label: "Last month", range: [day(year, month - 1, 1), day(year, month, 0)] },
    { key: "this-year", label: "This year", range: [day(year, 1, 1), day(year, 12, 31)] },
  ];
};

/** The preset that a value of the URL names. */
export const presetNamed = (value: unknown): DatePreset | undefined =>
  typeof value === "string" ? datePresets().find(({ key }) => key === value) : undefined;
