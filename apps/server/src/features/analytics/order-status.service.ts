import { SPENT_STATUSES } from "@mcc/contract/home/home.schema.ts";
import { ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  byYear,
  type DashboardParts,
  daysFilter,
  lastMonths,
  listLink,
  monthChart,
  ORDERS,
  shareOf,
  skippedDays,
  sumUp,
  TOTAL,
  yearBefore,
} from "./chart-parts.ts";
import { statusSums } from "./orders-by-status.queries.ts";
import { LOST_STATUSES, STATUSES_BY_PROGRESS } from "./statuses-by-progress.ts";

/** How far orders have come; each stage holds those of the next. */
const STAGES: readonly { readonly label: string; readonly statuses: readonly OrderStatus[] }[] = [
  { label: "Placed", statuses: ORDER_STATUSES },
  { label: "Approved", statuses: SPENT_STATUSES },
  { label: "Processed", statuses: ["Processing", "Shipped", "Partially Shipped", "Delivered"] },
  { label: "Shipped", statuses: ["Shipped", "Partially Shipped", "Delivered"] },
  { label: "Delivered", statuses: ["Delivered"] },
];

/** How far the orders of the last 12 months have come. */
export const orderStatus = async (scope: CompanyScope): Promise<DashboardParts> => {
  const months = lastMonths();
  const since = months[0]?.first ?? "";
  const found = await statusSums(scope, {
    since: yearBefore(since),
    skipped: skippedDays(since),
    key: sql`date_trunc('month', day)::date::text`,
  });
  const { now: sums, before: sumsBefore } = byYear(found, since, ({ key }) => key);
  const inStatuses = (statuses: readonly OrderStatus[], from = sums) =>
    sumUp(from.filter(({ status }) => statuses.includes(status)));
  const [placed, placedBefore] = [sumUp(sums).orders, sumUp(sumsBefore).orders];
  const linkTo = (statuses: readonly OrderStatus[], first = since, last?: string) =>
    listLink("/orders", {
      status: statuses.length === ORDER_STATUSES.length ? undefined : statuses,
      ...daysFilter(first, last),
    });
  const shares = (statuses: readonly OrderStatus[]) => ({
    kind: "share" as const,
    value: shareOf(inStatuses(statuses).orders, placed),
    before: shareOf(inStatuses(statuses, sumsBefore).orders, placedBefore),
  });
  return {
    facts: [
      { label: "Orders, last 12 months", kind: "count", value: placed, before: placedBefore },
      { label: "Delivered", ...shares(["Delivered"]) },
      { label: "Pending approval", kind: "count", value: inStatuses(["Pending Approval"]).orders },
      { label: "Canceled or rejected", ...shares(LOST_STATUSES) },
    ],
    charts: [
      {
        title: "How far orders have come",
        hint: "Orders of the last 12 months. Each stage includes the orders of the next ones.",
        form: "rows",
        category: "Stage",
        measures: [ORDERS, TOTAL, { label: "Share", kind: "share" }],
        bars: STAGES.map(({ label, statuses }) => {
          const { orders, total } = inStatuses(statuses);
          return { label, values: [orders, total, shareOf(orders, placed)], link: linkTo(statuses) };
        }),
      },
      {
        title: "Orders by status",
        hint: null,
        form: "rows",
        category: "Status",
        measures: [ORDERS, TOTAL],
        bars: STATUSES_BY_PROGRESS.map((status) => {
          const { orders, total } = inStatuses([status]);
          return { label: status, values: [orders, total], link: linkTo([status]) };
        }),
      },
      monthChart(
        { title: "Orders by month", hint: "By their order date in UTC.", measures: [ORDERS, TOTAL] },
        months,
        ({ first, last }) => {
          const { orders, total } = sumUp(sums.filter(({ key }) => key === first));
          const before = sumUp(sumsBefore.filter(({ key }) => key === yearBefore(first))).orders;
          return { values: [orders, total], before, link: linkTo(ORDER_STATUSES, first, last) };
        },
      ),
    ],
  };
};
