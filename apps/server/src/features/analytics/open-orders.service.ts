import type { CompanyScope } from "../../platform/access/scope.ts";
import { ageBars, ageKey } from "./age-bars.ts";
import { type DashboardParts, daysAgo, listLink, MOST_BARS, ORDERS, sumUp, TOTAL } from "./chart-parts.ts";
import { busiestSites, statusSums } from "./orders-by-status.queries.ts";
import { OPEN_STATUSES } from "./statuses-by-progress.ts";

const AGES = [
  { label: "Up to 7 days", from: 0 },
  { label: "8 to 14 days", from: 8 },
  { label: "15 to 30 days", from: 15 },
  { label: "31 to 60 days", from: 31 },
  { label: "61 to 90 days", from: 61 },
  { label: "Over 90 days", from: 91 },
] as const;
/** Ages from this one on are old. */
const OLD = 3;
const DAY_MS = 86_400_000;

/** An order that is dated tomorrow is not older than today's. */
const daysBetween = (day: string, today: string): number =>
  Math.max(0, (Date.parse(today) - Date.parse(day)) / DAY_MS);

/** What is not delivered yet: by age, by status and by site. */
export const openOrders = async (scope: CompanyScope): Promise<DashboardParts> => {
  const today = daysAgo(0);
  const sums = await statusSums(scope, { statuses: OPEN_STATUSES, key: ageKey(AGES) });
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
        bars: ageBars(AGES, sums, (days) => listLink("/orders", { status: OPEN_STATUSES, ...days })),
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
