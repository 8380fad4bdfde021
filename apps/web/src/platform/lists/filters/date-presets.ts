import dayjs, { type Dayjs } from "dayjs";
import { type Day, type DayRange, dayOf } from "./date-range.ts";

interface DatePreset {
  readonly label: string;
  readonly range: DayRange;
}

const from = (first: Dayjs, last: Dayjs): DayRange => [dayOf(first), dayOf(last)];
const whole = (unit: "month" | "year", at: Dayjs): DayRange => from(at.startOf(unit), at.endOf(unit));

/** Frequently used ranges, in local calendar days. */
export const datePresets = (today: Day = dayOf(dayjs())): DatePreset[] => {
  const now = dayjs(today);
  return [
    { label: "Today", range: from(now, now) },
    { label: "Last 7 days", range: from(now.subtract(6, "day"), now) },
    { label: "Last 30 days", range: from(now.subtract(29, "day"), now) },
    { label: "This month", range: whole("month", now) },
    { label: "Last month", range: whole("month", now.subtract(1, "month")) },
    { label: "This year", range: whole("year", now) },
  ];
};
