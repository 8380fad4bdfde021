import { can } from "@mcc/contract/access/permissions.ts";
import type { Chart } from "@mcc/contract/analytics/dashboard.schema.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { daysAgo, daysFilter, listLink, ORDERS, sumUp, TOTAL } from "./chart-parts.ts";
import { statusSums } from "./orders-by-status.queries.ts";

/** Days since the order date, youngest first; the last one has no end. */
const AGES = [
  { label: "Today", from: 0 },
  { label: "1 day", from: 1 },
  { label: "2 to 3 days", from: 2 },
  { label: "4 to 7 days", from: 4 },
  { label: "8 to 14 days", from: 8 },
  { label: "Over 14 days", from: 15 },
] as const;

/** The orders that wait for a decision now. */
export const waitingByAge = async (scope: CompanyScope): Promise<Chart> => {
  const bounds = AGES.slice(1).map(({ from }) => from);
  // The number of the age: 0 for the youngest.
  const key = sql`width_bucket(${daysAgo(0)}::date - day, ${bounds}::int[])::text`;
  const sums = await statusSums(scope, { statuses: [PENDING], key });
  const [path, status] = can(scope.who, "approval:list")
    ? (["/pending-approvals", {}] as const)
    : (["/orders", { status: PENDING }] as const);
  return {
    title: "Waiting for a decision, by age",
    hint: "Days since the order date, of the orders that are pending now.",
    form: "columns",
    category: "Age",
    measures: [ORDERS, TOTAL],
    bars: AGES.map(({ label, from }, at) => {
      const { orders, total } = sumUp(sums.filter((sum) => Number(sum.key) === at));
      const next = AGES[at + 1];
      const days = daysFilter(next && daysAgo(next.from - 1), from > 0 ? daysAgo(from) : undefined);
      return { label, values: [orders, total], link: listLink(path, { ...status, ...days }) };
    }),
  };
};
