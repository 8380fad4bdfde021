import type { Spend, SpendUnit } from "@mcc/contract/home/home.schema.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { periodBefore } from "./period-before.ts";
import { findSpendDays, findSpent, type SpendWindow, spendPeriods, spentLater } from "./spend.queries.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Up to this many days are shown by day, and so on; what is longer by year. */
const MOST_DAYS: readonly [SpendUnit, number][] = [
  ["day", 45],
  ["week", 200],
  ["month", 5 * 366],
];

/** A window of any length has some dozens of periods, or one for each year. */
const unitFor = (first: string, last: string): SpendUnit => {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return MOST_DAYS.find(([, most]) => days <= most)?.[0] ?? "year";
};

type Spent = NonNullable<Spend["before"]>;

const sumOf = (spent: readonly Spent[]): Spent => ({
  orders: spent.reduce((sum, { orders }) => sum + orders, 0),
  total: moneyOf(spent.reduce((sum, { total }) => sum + centsOf(total), 0n)),
});

/** From the first day of the window, or the first with an order, up to today, or the last with an order. */
export const spendOverTime = async (scope: CompanyScope, window: SpendWindow): Promise<Spend> => {
  const earlier = periodBefore(window);
  const found = await findSpendDays(scope, window);
  const before = earlier ? await findSpent(scope, earlier) : null;
  if (!found) return { unit: "day", periods: [], ...sumOf([]), before };
  const today = new Date().toISOString().slice(0, 10);
  const { after: first = found.first, before: end = today } = window;
  const [present = today] = [end, today].sort();
  const [, last = present] = [found.last, present].sort();
  const unit = unitFor(first, last);
  const now = await spendPeriods(scope, window, { unit, first, last });
  const then = earlier && (await spentLater(scope, earlier, unit));
  const periods = now.map((period) => ({
    ...period,
    before: then ? (then.get(period.start) ?? sumOf([])) : null,
  }));
  return { unit, periods, ...sumOf(periods), before };
};
