import { findSpendDays, spendPeriods } from "../../features/home/spend.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { after: "2026-10-17", before: "2026-11-17" };
const BY_DAY = { unit: "day", first: "2026-10-17", last: "2026-11-16" } as const;

export const home: readonly SnapshotCase[] = [
  { title: "the days with spend", run: (scope) => findSpendDays(scope, {}) },
  { title: "spend by day", run: (scope) => spendPeriods(scope, WINDOW, BY_DAY) },
  {
    title: "spend by day, two sites in scope",
    run: (scope) => spendPeriods(scope, WINDOW, BY_DAY),
    siteIds: [21, 22],
  },
];
