import { can } from "@mcc/contract/access/permissions.ts";
import { ON_TIME_DAYS } from "@mcc/contract/analytics/dashboard.schema.ts";
import { ORDER_STATUSES, type OrderStatus, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countDecisions, type Span } from "./approval-times/approval-times.queries.ts";
import { divisionChart } from "./approval-times/approval-times.service.ts";
import {
  byYear,
  type DashboardParts,
  daysAgo,
  daysFilter,
  lastMonths,
  listLink,
  MOST_BARS,
  monthChart,
  shareOf,
  skippedDays,
  sumUp,
  yearBefore,
} from "./chart-parts.ts";
import { type StatusSum, statusSums } from "./orders-by-status.queries.ts";
import { type DeliveryMonth, deliveriesByMonth } from "./service-quality.queries.ts";
import { waitingByAge } from "./waiting-by-age.service.ts";

const DECIDED: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== PENDING);

const add = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

const onTimeShare = (months: readonly DeliveryMonth[]) =>
  shareOf(
    add(months, (month) => month.on_time),
    add(months, (month) => month.delivered),
  );
const averageDays = (months: readonly DeliveryMonth[]) =>
  shareOf(
    add(months, (month) => month.days),
    add(months, (month) => month.delivered),
  );
const decidedOf = (sums: readonly StatusSum[]) =>
  sumUp(sums.filter(({ status }) => DECIDED.includes(status))).orders;
const rejectedOf = (sums: readonly StatusSum[]) =>
  sumUp(sums.filter(({ status }) => status === "Rejected")).orders;
const rejectedShare = (sums: readonly StatusSum[]) => shareOf(rejectedOf(sums), decidedOf(sums));

/** A figure of the last 12 months, and of the 12 months before. */
const bothYears = <Row>(
  { now, before }: { readonly now: readonly Row[]; readonly before: readonly Row[] },
  figure: (rows: readonly Row[]) => number | null,
) => ({ value: figure(now), before: figure(before) });

const WORKING_HOURS = "in working hours, as on the page Approval Times.";

/** How well orders are served: deliveries on time, rejections, and how long approvals take. */
export const serviceQuality = async (scope: CompanyScope): Promise<DashboardParts> => {
  const months = lastMonths();
  const since = months[0]?.first ?? "";
  const deliveries = byYear(await deliveriesByMonth(scope, yearBefore(since)), since, ({ month }) => month);
  const found = await statusSums(scope, {
    since: yearBefore(since),
    skipped: skippedDays(since),
    key: sql`date_trunc('month', day)::date::text`,
  });
  const sums = byYear(found, since, ({ key }) => key);
  const span: Span = { of: "step", after: since, before: daysAgo(0) };
  const before: Span = { of: "step", after: yearBefore(span.after), before: yearBefore(span.before) };
  const ofStatus = (status: OrderStatus, first: string, last: string) =>
    listLink("/orders", { status, ...daysFilter(first, last) });
  return {
    facts: [
      { label: "On time", kind: "share", ...bothYears(deliveries, onTimeShare) },
      { label: "Average delivery, days", kind: "days", ...bothYears(deliveries, averageDays) },
      { label: "Rejected", kind: "share", ...bothYears(sums, rejectedShare) },
      {
        ...{ label: "Decisions", kind: "count" },
        ...{ value: await countDecisions(scope, span), before: await countDecisions(scope, before) },
        ...(can(scope.who, "approval-times") && { link: "/analytics/approvals" }),
      },
    ],
    charts: [
      monthChart(
        {
          title: "On-time delivery",
          hint: `Orders of the month that were delivered within ${ON_TIME_DAYS} days, of all that are delivered and whose delivery was recorded.`,
          measures: [
            { label: "On time", kind: "share" },
            { label: "Delivered", kind: "count" },
            { label: "Average days", kind: "days" },
          ],
        },
        months,
        ({ first, last }) => {
          const month = deliveries.now.filter((each) => each.month === first);
          const earlier = deliveries.before.filter((each) => each.month === yearBefore(first));
          return {
            values: [onTimeShare(month), add(month, ({ delivered }) => delivered), averageDays(month)],
            before: onTimeShare(earlier),
            link: ofStatus("Delivered", first, last),
          };
        },
      ),
      monthChart(
        {
          title: "Rejection rate",
          hint: "Rejected orders of the month, of all that are not pending.",
          measures: [
            { label: "Rejected, share", kind: "share" },
            { label: "Rejected", kind: "count" },
            { label: "Decided", kind: "count" },
          ],
        },
        months,
        ({ first, last }) => {
          const month = sums.now.filter(({ key }) => key === first);
          const earlier = sums.before.filter(({ key }) => key === yearBefore(first));
          return {
            values: [rejectedShare(month), rejectedOf(month), decidedOf(month)],
            before: rejectedShare(earlier),
            link: ofStatus("Rejected", first, last),
          };
        },
      ),
      {
        ...(await divisionChart(scope, span, "role", MOST_BARS)),
        title: "Time to decision by step",
        hint: `Half of the approvals and rejections of the last 12 months took no longer than this, ${WORKING_HOURS}`,
      },
      ...(scope.who.is_company_admin
        ? [
            {
              ...(await divisionChart(scope, span, "approver", MOST_BARS)),
              title: "Time to decision by approver",
              hint: `Only company admins see this, ${WORKING_HOURS}`,
            },
          ]
        : []),
      await waitingByAge(scope),
    ],
  };
};
