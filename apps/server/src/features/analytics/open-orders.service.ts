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
const OPEN_STATUSES = [
  "Pending Approval",
  "Accepted",
  "Processing",
  "Partially Shipped",
  "Shipped",
] as const satisfies readonly OrderStatus[];

/** Days since the order date, youngest first. */
const AGES = [
  { label: "Up to 7 days", from: 0, to: 7 },
  { label: "8 to 14 days", from: 8, to: 14 },
  { label: "15 to 30 days", from: 15, to: 30 },
  { label: "31 to 60 days", from: 31, to: 60 },
  { label: "61 to 90 days", from: 61, to: 90 },
  { label: "Over 90 days", from: 91, to: Number.POSITIVE_INFINITY },
] as const;
const OLD_DAYS = 31;

/** What is not delivered yet: by age, by status and by site. */
export const openOrders = async (scope: CompanyScope): Promise<DashboardParts> => {
  const today = daysAgo(0);
  // An order that is dated tomorrow is not older than today's.
  const key = sql`greatest(0, ${today}::date - day)`;
  const sums = (await statusSums(scope, { statuses: OPEN_STATUSES, key })).map((sum) => ({
    ...sum,
    days: Number(sum.key),
  }));
  const sites = await busiestSites(scope, OPEN_STATUSES, MOST_BARS);
  const aged = (from: number, to: number) => sumUp(sums.filter(({ days }) => days >= from && days <= to));
  const all = sumUp(sums);
  return {
    facts: [
      { label: "Open orders", kind: "count", value: all.orders },
      { label: "Total", kind: "money", value: all.total },
      {
        label: `Older than ${OLD_DAYS - 1} days`,
        kind: "count",
        value: aged(OLD_DAYS, Number.POSITIVE_INFINITY).orders,
      },
      {
        label: "Oldest, days",
        kind: "days",
        value: sums.length === 0 ? null : Math.max(...sums.map(({ days }) => days)),
      },
    ],
    charts: [
      {
        title: "Age of open orders",
        hint: "Days since the order date, of orders that are neither delivered nor canceled nor rejected.",
        form: "columns",
        category: "Age",
        measures: [ORDERS, TOTAL],
        bars: AGES.map(({ label, from, to }) => {
          const { orders, total } = aged(from, to);
          const days = daysFilter(
            Number.isFinite(to) ? daysAgo(to) : undefined,
            from > 0 ? daysAgo(from) : undefined,
          );
          return {
            label,
            values: [orders, total],
            link: listLink("/orders", { status: OPEN_STATUSES, ...days }),
          };
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
        bars: sites.map(({ label, orders, total }) => ({
          label,
          values: [orders, total],
          link: listLink("/orders", { status: OPEN_STATUSES, site: label }),
        })),
      },
    ],
  };
};
