import type { BudgetChart } from "@mcc/contract/budgets/budgets.schema.ts";

type Point = BudgetChart["points"][number];

const DAY_MS = 86_400_000;
const MOST_COLUMNS = 31;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The days of the period until today that a chart has room for, the last one always among them, each with what was used
 * until then.
 */
export const chartDays = ({
  period_starts_on,
  period_ends_on,
  today,
  points,
}: Pick<BudgetChart, "period_starts_on" | "period_ends_on" | "today" | "points">): Point[] => {
  const first = timeOf(period_starts_on);
  // Orders may be dated after today.
  const lastPoint = points.at(-1)?.day ?? period_starts_on;
  const last = Math.max(first, Math.min(timeOf(period_ends_on), Math.max(timeOf(today), timeOf(lastPoint))));
  const step = Math.ceil(((last - first) / DAY_MS + 1) / MOST_COLUMNS) * DAY_MS;
  const days: Point[] = [];
  for (let time = last; time >= first; time -= step) {
    const day = dayOf(time);
    const until = points.findLast((point) => point.day <= day);
    days.unshift({ day, reserved: until?.reserved ?? "0.00", committed: until?.committed ?? "0.00" });
  }
  return days;
};
