import type { Bar } from "@mcc/contract/analytics/dashboard.schema.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/lists/list.ts";
import { daysAgo, daysFilter, sumUp } from "./chart-parts.ts";
import type { StatusSum } from "./orders-by-status.queries.ts";

/** Ages in days since the order date, youngest first; the last one has no end. */
export type Ages = readonly { readonly label: string; readonly from: number }[];

/** The number of the age of the column `day`: 0 for the youngest. */
export const ageKey = (ages: Ages): Condition => {
  const bounds = ages.slice(1).map(({ from }) => from);
  return sql`width_bucket(${daysAgo(0)}::date - day, ${bounds}::int[])::text`;
};

/** A bar for each age, from sums by `ageKey`; `link` leads to the orders of these days. */
export const ageBars = (
  ages: Ages,
  sums: readonly StatusSum[],
  link: (days: ReturnType<typeof daysFilter>) => string,
): Bar[] =>
  ages.map(({ label, from }, at) => {
    const { orders, total } = sumUp(sums.filter(({ key }) => Number(key) === at));
    const next = ages[at + 1];
    const days = daysFilter(next && daysAgo(next.from - 1), from > 0 ? daysAgo(from) : undefined);
    return { label, values: [orders, total], link: link(days) };
  });
