import type { WorkingHours } from "@mcc/contract/notices/working-time.ts";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Three days or more in a row are named by the first and the last. */
const daysWords = (days: readonly number[]): string => {
  const sorted = days.toSorted();
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  const name = (day: number) => DAYS[day - 1] ?? "";
  return sorted.length > 2 && last - first === sorted.length - 1
    ? `${name(first)} to ${name(last)}`
    : sorted.map(name).join(", ");
};

export const workingHoursWords = ({ working_days, working_from, working_until, time_zone }: WorkingHours) =>
  `${daysWords(working_days)}, ${working_from} to ${working_until}, ${time_zone}`;
