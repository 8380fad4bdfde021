import type { Bar, Chart, Dashboard, Measure } from "@mcc/contract/analytics/dashboard.schema.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";

/** What the function of a dashboard answers. */
export type DashboardParts = Pick<Dashboard, "facts" | "charts"> & Partial<Pick<Dashboard, "choices">>;

export const ORDERS: Measure = { label: "Orders", kind: "count" };
export const TOTAL: Measure = { label: "Total", kind: "money" };

/** Bars of a chart of names; the table of the chart has the same ones. */
export const MOST_BARS = 20;

type Filters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A page of the product with the filters of its list. */
export const listLink = (path: string, filters: Filters = {}): string => {
  const search = new URLSearchParams(
    Object.entries(filters).flatMap(([key, value]) =>
      [value ?? []].flat().map((one): [string, string] => [key, one]),
    ),
  ).toString();
  return path + (search && `?${search}`);
};

/** Orders of these days, both included: as moments, because a day in the address of a list is a local day. */
export const daysFilter = (first?: string, last?: string): Filters => ({
  orderDate_after: first && `${first}T00:00:00.000Z`,
  orderDate_before: last && `${last}T23:59:59.999Z`,
});

const MONTHS = 12;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
export const monthName = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  year: "numeric",
});

export interface Month {
  readonly label: string;
  /** Its first and last day, in UTC. */
  readonly first: string;
  readonly last: string;
}

/** This month and those before it: what "the last 12 months" are on every dashboard. */
export const lastMonths = (now = new Date()): readonly Month[] =>
  Array.from({ length: MONTHS }, (_, at) => {
    const begins = (ahead: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + at + ahead - MONTHS + 1, 1));
    const first = begins(0);
    return {
      label: monthName.format(first),
      first: dayOf(first),
      last: dayOf(new Date(begins(1).getTime() - 1)),
    };
  });

/** The same day of the year before; the last day of February for one that it does not have. */
export const yearBefore = (day: string): string => {
  const [year, monthAndDay] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  return monthAndDay === "-02-29" ? `${year}-02-28` : `${year}${monthAndDay}`;
};

/** Days that are not compared: after the same day a year ago, and before the last 12 months. */
export interface SkippedDays {
  readonly after: string;
  readonly until: string;
}
export const skippedDays = (since: string): SkippedDays => ({ after: yearBefore(daysAgo(0)), until: since });

/** Parts of the last 12 months, and of the 12 months before them up to the same day. */
export const byYear = <Row>(rows: readonly Row[], since: string, dayOfRow: (row: Row) => string) => ({
  now: rows.filter((row) => dayOfRow(row) >= since),
  before: rows.filter((row) => dayOfRow(row) < since),
});

/** The day that is so many days before today, in UTC. */
export const daysAgo = (days: number, now = Date.now()): string => dayOf(new Date(now - days * 86_400_000));

interface Summed {
  readonly orders: number;
  readonly total: string;
}
/** Exact sums of orders and totals. */
export const sumUp = (sums: readonly Summed[]): { readonly orders: number; readonly total: string } => ({
  orders: sums.reduce((all, { orders }) => all + orders, 0),
  total: moneyOf(sums.reduce((all, { total }) => all + centsOf(total), 0n)),
});

/** A part of a whole; null if there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** A chart with a column for each month. */
export const monthChart = (
  chart: Omit<Chart, "form" | "category" | "bars">,
  months: readonly Month[],
  bar: (month: Month) => Omit<Bar, "label">,
): Chart => ({
  ...chart,
  form: "columns",
  category: "Month",
  bars: months.map((month) => ({ label: month.label, ...bar(month) })),
});
