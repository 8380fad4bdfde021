import type { SpendPeriod, SpendUnit } from "@mcc/contract/home/home.schema.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { ordersText } from "./home.texts.ts";

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  return (start: string): string => format.format(new Date(start));
};
const shortDay = inUtc({ month: "short", day: "numeric" });
const longDay = inUtc({ month: "short", day: "numeric", year: "numeric" });
const month = inUtc({ month: "short", year: "numeric" });

/** Below a bar. */
export const shortName = (unit: SpendUnit, { start }: SpendPeriod): string => {
  if (unit === "year") return start.slice(0, 4);
  return unit === "month" ? month(start) : shortDay(start);
};

export const longName = (unit: SpendUnit, { start }: SpendPeriod): string => {
  if (unit === "week") return `Week of ${longDay(start)}`;
  return unit === "day" ? longDay(start) : shortName(unit, { start } as SpendPeriod);
};

/** One period in words. */
export const periodText = (unit: SpendUnit, period: SpendPeriod): string =>
  `${longName(unit, period)}: ${formatMoney(period.total)}, ${ordersText(period.orders)}`;

const STEPS = [1, 2, 2.5, 5, 10];

/** A round number at or above the largest total: the top of the chart. */
export const topOf = (totals: readonly number[]): number => {
  const most = Math.max(...totals, 1);
  const power = 10 ** Math.floor(Math.log10(most));
  return (STEPS.find((step) => step * power >= most) ?? 10) * power;
};

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 2,
});
export const shortMoney = (amount: number): string => compact.format(amount);
