import { can } from "@mcc/contract/access/permissions.ts";
import type { Chart } from "@mcc/contract/analytics/dashboard.schema.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { ageBars, ageKey } from "./age-bars.ts";
import { listLink, ORDERS, TOTAL } from "./chart-parts.ts";
import { statusSums } from "./orders-by-status.queries.ts";

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
  const sums = await statusSums(scope, { statuses: [PENDING], key: ageKey(AGES) });
  const [path, status] = can(scope.who, "approval:list")
    ? (["/pending-approvals", {}] as const)
    : (["/orders", { status: PENDING }] as const);
  return {
    title: "Waiting for a decision, by age",
    hint: "Days since the order date, of the orders that are pending now.",
    form: "columns",
    category: "Age",
    measures: [ORDERS, TOTAL],
    bars: ageBars(AGES, sums, (days) => listLink(path, { ...status, ...days })),
  };
};
