import dayjs, { type Dayjs } from "dayjs";
import { type Day, type DayRange, dayOf } from "./date-range.ts";

interface DatePreset {
  /** In the URL and in saved views, in place of the first day: what it means depends on the day it is read. */
  readonly key: string;
  readonly label: string;
  readonly range: DayRange;
}

const from = (first: Dayjs, last: Dayjs): DayRange => [dayOf(first), dayOf(last)];
const whole = (unit: "month" | "year", at: Dayjs): DayRange => from(at.startOf(unit), at.endOf(unit));

/** Frequently used ranges, in local calendar days. */
export const datePresets = (today: Day = dayOf(dayjs())): DatePreset[] => {
  const now = dayjs(today);
  return [
    { key: "today", label: "Today", range: from(now, now) },
    { key: "last-7-days", label: "Last 7 days", range: from(now.subtract(6, "day"), now) },
    { key: "last-30-days", label: "Last 30 days", range: from(now.subtract(29, "day"), now) },
    { key: "this-month", label: "This month", range: whole("month", now) },
    { key: "last-month", label: "Last month", range: whole("month", now.subtract(1, "month")) },
    { key: "this-year", label: "This year", range: whole("year", now) },
  ];
};

/** The preset that a value of the URL names. */
export const presetNamed = (value: unknown): DatePreset | undefined =>
  typeof value === "string" ? datePresets().find(({ key }) => key === value) : undefined;
