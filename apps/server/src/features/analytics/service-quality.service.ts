import { can } from "@mcc/contract/access/permissions.ts";
import { type Chart, ON_TIME_DAYS } from "@mcc/contract/analytics/dashboard.schema.ts";
import { ORDER_STATUSES, type OrderStatus, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  type DashboardParts,
  daysFilter,
  lastMonths,
  listLink,
  MOST_BARS,
  monthChart,
  shareOf,
  sumUp,
} from "./chart-parts.ts";
import { statusSums } from "./orders-by-status.queries.ts";
import {
  type DecisionTime,
  deliveriesByMonth,
  timesByApprover,
  timesByStep,
} from "./service-quality.queries.ts";
import { waitingByAge } from "./waiting-by-age.service.ts";

const DECIDED: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== PENDING);

const add = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** As the audit calls them. */
const DECISIONS = ["order.approved", "order.rejected"];
const at = (since: string) => ({ at_after: `${since}T00:00:00.000Z` });

interface TimeChart extends Pick<Chart, "title" | "hint" | "category"> {
  readonly times: readonly DecisionTime[];
  readonly link: (name: string) => string;
}

const timeChart = ({ times, link, ...chart }: TimeChart): Chart => ({
  ...chart,
  form: "rows",
  measures: [
    { label: "Median", kind: "hours" },
    { label: "90% within", kind: "hours" },
    { label: "Decisions", kind: "count" },
  ],
  bars: times.map(({ name, median_hours, slow_hours, decisions }) => ({
    label: name,
    values: [median_hours, slow_hours, decisions],
    link: link(name),
  })),
});

/** How well orders are served: deliveries on time, rejections, and how long approvals take. */
export const serviceQuality = async (scope: CompanyScope): Promise<DashboardParts> => {
  const months = lastMonths();
  const since = months[0]?.first ?? "";
  const deliveries = await deliveriesByMonth(scope, since);
  const sums = await statusSums(scope, { since, key: sql`date_trunc('month', day)::date::text` });
  const steps = await timesByStep(scope, since, MOST_BARS);
  const approvers = scope.who.is_company_admin ? await timesByApprover(scope, since, MOST_BARS) : undefined;
  const decided = sums.filter(({ status }) => DECIDED.includes(status));
  const rejected = sums.filter(({ status }) => status === "Rejected");
  const delivered = add(deliveries, (month) => month.delivered);
  const decisions = steps[0]?.all_decisions ?? 0;
  const ofStatus = (status: OrderStatus, first: string, last: string) =>
    listLink("/orders", { status, ...daysFilter(first, last) });
  const waiting = can(scope.who, "approval:list")
    ? listLink("/pending-approvals")
    : listLink("/orders", { status: PENDING });
  return {
    facts: [
      {
        label: "On time",
        kind: "share",
        value: shareOf(
          add(deliveries, (month) => month.on_time),
          delivered,
        ),
      },
      {
        label: "Average delivery, days",
        kind: "days",
        value: shareOf(
          add(deliveries, ({ days }) => days),
          delivered,
        ),
      },
      { label: "Rejected", kind: "share", value: shareOf(sumUp(rejected).orders, sumUp(decided).orders) },
      { label: "Decisions", kind: "count", value: decisions },
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
          const month = deliveries.find((each) => each.month === first);
          const count = month?.delivered ?? 0;
          return {
            values: [shareOf(month?.on_time ?? 0, count), count, shareOf(month?.days ?? 0, count)],
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
          const ofMonth = ({ key }: { key: string }) => key === first;
          const [no, all] = [rejected, decided].map((each) => sumUp(each.filter(ofMonth)).orders) as [
            number,
            number,
          ];
          return { values: [shareOf(no, all), no, all], link: ofStatus("Rejected", first, last) };
        },
      ),
      timeChart({
        title: "Time to decision by step",
        hint: "Half of the approvals and rejections of the last 12 months took no longer than this. A bar leads to the orders that are waiting now.",
        category: "Step",
        times: steps,
        link: () => waiting,
      }),
      ...(approvers
        ? [
            timeChart({
              title: "Time to decision by approver",
              hint: "Only company admins see this. A bar leads to the decisions of the approver in the audit.",
              category: "Approver",
              times: approvers,
              link: (name) =>
                listLink("/configuration/audit", { actor: name, action: DECISIONS, ...at(since) }),
            }),
          ]
        : []),
      await waitingByAge(scope),
    ],
  };
};
