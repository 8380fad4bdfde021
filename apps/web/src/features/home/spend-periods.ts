import type { SpendPeriod, SpendUnit } from "@mcc/contract/home/home.schema.ts";
import { dateWords, dayIn } from "@mcc/contract/kit/calendar.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { ordersText } from "./home.texts.ts";

const timeZone = "UTC";
const shortDay = dateWords({ month: "short", day: "2-digit", timeZone });
const longDay = dayIn(timeZone);
const month = dateWords({ month: "short", year: "numeric", timeZone });

/** Below a bar. */
export const shortName = (unit: SpendUnit, { start }: Pick<SpendPeriod, "start">): string => {
  if (unit === "year") return start.slice(0, 4);
  return unit === "month" ? month(start) : shortDay(start);
};

export const longName = (unit: SpendUnit, { start }: Pick<SpendPeriod, "start">): string => {
  if (unit === "week") return `Week of ${longDay(start)}`;
  return unit === "day" ? longDay(start) : shortName(unit, { start });
};

type Spent = NonNullable<SpendPeriod["before"]>;
const spentText = ({ total, orders }: Spent): string =>
  orders === 0 ? "no orders" : `${formatMoney(total)}, ${ordersText(orders)}`;

/** One period in words, with the one that is as many days earlier as the time range is long. */
export const periodText = (unit: SpendUnit, each: SpendPeriod, period?: string): string => {
  const now = `${longName(unit, each)}: ${spentText(each)}`;
  return each.before && period ? `${now} (in ${period}: ${spentText(each.before)})` : now;
};

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 2,
});
export const shortMoney = (amount: number): string => compact.format(amount);
