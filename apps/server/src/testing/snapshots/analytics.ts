import { sql } from "kysely";
import { externalAddresses, findSource } from "../../features/analytics/analytics.queries.ts";
import {
  findCompanySource,
  updateCompanySource,
} from "../../features/analytics/company-analytics.queries.ts";
import { busiestSites, statusSums } from "../../features/analytics/orders-by-status.queries.ts";
import {
  deliveriesByMonth,
  timesByApprover,
  timesByStep,
} from "../../features/analytics/service-quality.queries.ts";
import { groupNames, placesBySpend, spendByMonth } from "../../features/analytics/spend-by-place.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const SINCE = "2025-12-01";
const BY_MONTH = { since: SINCE, key: sql`date_trunc('month', day)::date::text` };
const siteIds = [21, 22];

export const analytics: readonly SnapshotCase[] = [
  { title: "the source of the company", run: (scope) => findSource(scope) },
  { title: "the source of a company", run: ({ db }) => findCompanySource(db, 1) },
  {
    title: "set the source of a company",
    run: ({ db }) =>
      updateCompanySource(db, 1, { analytics_source: null, looker_dashboard_url: null, domo_dashboards: [] }),
  },
  { title: "addresses of every company", run: ({ db }) => externalAddresses(db, undefined) },
  { title: "addresses of the company of a theme", run: ({ db }) => externalAddresses(db, "acme") },
  { title: "orders by month and status", run: (scope) => statusSums(scope, BY_MONTH) },
  {
    title: "orders by month and status, two sites in scope",
    run: (scope) => statusSums(scope, BY_MONTH),
    siteIds,
  },
  { title: "sites with the most orders", run: (scope) => busiestSites(scope, ["Accepted", "Shipped"], 20) },
  { title: "spend by month", run: (scope) => spendByMonth(scope, SINCE) },
  {
    title: "spend by month of one region, two sites in scope",
    run: (scope) => spendByMonth(scope, SINCE, { by: "region", name: "North" }),
    siteIds,
  },
  { title: "spend by site", run: (scope) => placesBySpend(scope, { by: "site", since: SINCE, most: 20 }) },
  {
    title: "spend by the nodes of a group, two sites in scope",
    run: (scope) => placesBySpend(scope, { by: { group: 3 }, since: SINCE, most: 20 }),
    siteIds,
  },
  { title: "the groups", run: (scope) => groupNames(scope) },
  { title: "deliveries by month", run: (scope) => deliveriesByMonth(scope, SINCE) },
  { title: "times by approver", run: (scope) => timesByApprover(scope, SINCE, 20) },
  { title: "times by step, two sites in scope", run: (scope) => timesByStep(scope, SINCE, 20), siteIds },
];
