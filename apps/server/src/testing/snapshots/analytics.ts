import { sql } from "kysely";
import { externalAddresses } from "../../features/analytics/analytics.queries.ts";
import {
  countDecisions,
  pendingByAge,
  placesOfSites,
  rejectionReasons,
  timeCounts,
} from "../../features/analytics/approval-times/approval-times.queries.ts";
import { findCompanySource } from "../../features/analytics/company-analytics.queries.ts";
import { busiestSites, statusSums } from "../../features/analytics/orders-by-status.queries.ts";
import { deliveriesByMonth } from "../../features/analytics/service-quality.queries.ts";
import { placesBySpend, spendByMonth } from "../../features/analytics/spend-by-place.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const SINCE = "2025-12-01";
const SKIPPED = { after: "2026-11-16", until: "2026-12-01" };
const BY_MONTH = { since: SINCE, skipped: SKIPPED, key: sql`date_trunc('month', day)::date::text` };
const SPAN = { of: "step", after: "2025-12-15", before: "2026-10-31" } as const;
const siteIds = [21, 22];

export const analytics: readonly SnapshotCase[] = [
  { title: "the source of a company", run: ({ db }) => findCompanySource(db, 1) },
  { title: "addresses of one company", run: ({ db }) => externalAddresses(db, 7) },
  { title: "orders by month and status", run: (scope) => statusSums(scope, BY_MONTH) },
  {
    title: "orders by month and status, two sites in scope",
    run: (scope) => statusSums(scope, BY_MONTH),
    siteIds,
  },
  { title: "sites with the most orders", run: (scope) => busiestSites(scope, ["Accepted", "Shipped"], 20) },
  { title: "spend by month", run: (scope) => spendByMonth(scope, SINCE, SKIPPED) },
  {
    title: "spend by month of one region, two sites in scope",
    run: (scope) => spendByMonth(scope, SINCE, SKIPPED, { by: "region", name: "North" }),
    siteIds,
  },
  { title: "spend by site", run: (scope) => placesBySpend(scope, { by: "site", since: SINCE, most: 20 }) },
  {
    title: "spend by the nodes of a group, two sites in scope",
    run: (scope) => placesBySpend(scope, { by: { group: 3 }, since: SINCE, most: 20 }),
    siteIds,
  },
  { title: "deliveries by month", run: (scope) => deliveriesByMonth(scope, SINCE) },
  {
    title: "approval times by month, with a part of a month",
    run: (scope) => timeCounts(scope, SPAN, ["month"]),
  },
  {
    title: "approval times by role, two sites in scope",
    run: (scope) => timeCounts(scope, SPAN, ["role"]),
    siteIds,
  },
  { title: "approval times by site", run: (scope) => timeCounts(scope, SPAN, ["site"]) },
  { title: "number of decisions", run: (scope) => countDecisions(scope, SPAN) },
  { title: "nodes of sites", run: (scope) => placesOfSites(scope, "node") },
  {
    title: "reasons of rejections, two sites in scope",
    run: (scope) => rejectionReasons(scope, SPAN, 20),
    siteIds,
  },
  { title: "pending orders by age", run: (scope) => pendingByAge(scope, [new Date("2026-11-16T12:00:00Z")]) },
];
