import { findApprovalAttention, findOtherAttention } from "../../features/home/attention.queries.ts";
import { findProgress } from "../../features/home/first-steps.queries.ts";
import { findSpendDays, findSpent, spendPeriods, spentLater } from "../../features/home/spend.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { after: "2026-10-17", before: "2026-11-17" };
const BY_DAY = { unit: "day", first: "2026-10-17", last: "2026-11-16" } as const;

const BEFORE = { after: "2026-09-16", before: "2026-10-16", days: 31 };

export const home: readonly SnapshotCase[] = [
  { title: "orders and sites that need attention", run: findApprovalAttention },
  {
    title: "users, imports and deliveries that need attention",
    run: (scope) => findOtherAttention(scope, "2026-10-17T00:00:00.000Z"),
  },
  { title: "the first steps of a company", run: (scope) => findProgress(scope, 90) },
  { title: "spend of the period before", run: (scope) => findSpent(scope, BEFORE) },
  { title: "spend of the period before, by week", run: (scope) => spentLater(scope, BEFORE, "week") },
  { title: "the days with spend", run: (scope) => findSpendDays(scope, {}) },
  { title: "spend by day", run: (scope) => spendPeriods(scope, WINDOW, BY_DAY) },
  {
    title: "spend by day, two sites in scope",
    run: (scope) => spendPeriods(scope, WINDOW, BY_DAY),
    siteIds: [21, 22],
  },
];
