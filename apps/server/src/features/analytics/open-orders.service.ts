import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  type DashboardParts,
  daysAgo,
  daysFilter,
  listLink,
  MOST_BARS,
  ORDERS,
  sumUp,
  TOTAL,
} from "./chart-parts.ts";
import { busiestSites, statusSums } from "./orders-by-status.queries.ts";

/** Neither delivered nor given up, in the order of their progress. */
export const OPEN_STATUSES = [
  "Pending Approval",
  "Accepted",
  "Processing",
  "Partially Shipped",
  "Shipped",
] as const satisfies readonly OrderStatus[];

/** Days since the order date, youngest first; the last one has no end. */
const AGES = [
  { label: "Up to 7 days", from: 0 },
  { label: "8 to 14 days", from: 8 },
  { label: "15 to 30 days", from: 15 },
  { label: "31 to 60 days", from: 31 },
  { label: "61 to 90 days", from: 61 },
  { label: "Over 90 days", from: 91 },
] as const;
const BOUNDS = AGES.slice(1).map(({ from }) => from);
/** Ages from this one on are old. */
const OLD = 3;
const DAY_MS = 86_400_000;

/** An order that is dated tomorrow is not older than today's. */
const daysBetween = (day: string, today: string): number =>
  Math.max(0, (Date.parse(today) - Date.parse(day)) / DAY_MS);

/** What is not delivered yet: by age, by status and by site. */
export const openOrders = async (scope: CompanyScope): Promise<DashboardParts> => {
  const today = daysAgo(0);
  // The number of the age: 0 for the youngest.
  const key = sql`width_bucket(${today}::date - day, ${BOUNDS}::int[])::text`;
  const sums = await statusSums(scope, { statuses: OPEN_STATUSES, key });
  const sites = await busiestSites(scope, OPEN_STATUSES, MOST_BARS);
  const [first] = sums.map(({ oldest }) => oldest).toSorted();
  const all = sumUp(sums);
  return {
    facts: [
      { label: "Open orders", kind: "count", value: all.orders },
      { label: "Total", kind: "money", value: all.total },
      {
        label: `Older than ${AGES[OLD].from - 1} days`,
        kind: "count",
        value: sumUp(sums.filter((sum) => Number(sum.key) >= OLD)).orders,
      },
      { label: "Oldest, days", kind: "days", value: first === undefined ? null : daysBetween(first, today) },
    ],
    charts: [
      {
        title: "Age of open orders",
        hint: "Days since the order date, of orders that are neither delivered nor canceled nor rejected.",
        form: "columns",
        category: "Age",
        measures: [ORDERS, TOTAL],
        bars: AGES.map(({ label, from }, at) => {
          const { orders, total } = sumUp(sums.filter((sum) => Number(sum.key) === at));
          const next = AGES[at + 1];
          const days = daysFilter(next && daysAgo(next.from - 1), from > 0 ? daysAgo(from) : undefined);
          const link = listLink("/orders", { status: OPEN_STATUSES, ...days });
          return { label, values: [orders, total], link };
        }),
      },
      {
        title: "Open orders by status",
        hint: null,
        form: "rows",
        category: "Status",
        measures: [ORDERS, TOTAL],
        bars: OPEN_STATUSES.map((status) => {
          const { orders, total } = sumUp(sums.filter((sum) => sum.status === status));
          return { label: status, values: [orders, total], link: listLink("/orders", { status }) };
        }),
      },
      {
        title: "Open orders by site",
        hint: sites.length === MOST_BARS ? `The ${MOST_BARS} sites with the most open orders.` : null,
        form: "rows",
        category: "Site",
        measures: [ORDERS, TOTAL],
        bars: sites.map(({ name, orders, total }) => ({
          label: name,
          values: [orders, total],
          link: listLink("/orders", { status: OPEN_STATUSES, site_name: name }),
        })),
      },
    ],
  };
};
