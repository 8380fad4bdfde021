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

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 2,
});
export const shortMoney = (amount: number): string => compact.format(amount);
