import { budgetEntryList } from "@mcc/contract/budgets/budgets.api.ts";
import { addCoverage, budgetRows, budgetsOfNode, findToday } from "../../features/budgets/budgets.queries.ts";
import { entrySource } from "../../features/budgets/entries.list.ts";
import { periodRows, previewOf } from "../../features/budgets/figures.queries.ts";
import { countOrders, findCoverage, nextOrders, ordersLeft } from "../../features/budgets/recount.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { SnapshotCase } from "./recorder.ts";

const DRAFT = {
  ...{
    name: "Rig 117",
    amount: "50000.00",
    period: "quarter" as const,
    starts_on: "2026-10-01",
    repeats: true,
  },
  ...{ sites: [21], nodes: [31], afe_number: "AFE-7", field: { name: "Rig", value: "117" } },
  ...{ beyond: "tell" as const, owners: [], tell_at: [80, 100] },
};

const COVERAGE = { id: 41, sites: [21], from: "2026-10-01 00:00:00+00", until: "infinity" };

const entryPage = (query: Parameters<typeof budgetEntryList.page.query.parse>[0]) => ({
  run: (scope: CompanyScope) =>
    entrySource.page(scope, budgetEntryList.page.query.parse(query), {
      params: { id: 41 },
      url: new URL("http://localhost/"),
    }),
  answer: () => [
    {
      ...{ id: 11, count: 1, moment: new Date("2026-10-01T06:00:00Z"), reserved: "0.00", committed: "0.00" },
      ...{ today: "2026-10-01", period_starts_on: "2026-10-01", period_ends_on: "2026-12-31" },
    },
  ],
});

export const budgets: readonly SnapshotCase[] = [
  { title: "budgets", run: (scope) => budgetRows(scope, { limit: 20 }) },
  { title: "budgets that keep a node", run: (scope) => budgetsOfNode(scope, 31) },
  {
    title: "budgets of a site and a node, two sites in scope",
    run: (scope) => budgetRows(scope, { site: 21, node: 31 }),
    siteIds: [21, 22],
  },
  { title: "budgets of a node", run: (scope) => budgetRows(scope, { node: 31, limit: 20 }) },
  { title: "entries, newest first", ...entryPage({}) },
  {
    title: "entries, filtered, two sites in scope",
    ...entryPage({ order: "A", search: "rig", period: "2026-10-01" }),
    siteIds: [21, 22],
  },
  {
    title: "what a budget would cover",
    run: (scope) => previewOf(scope, DRAFT),
    answer: () => [{ orders: [] }],
  },
  { title: "the day of the company", run: findToday },
  { title: "a coverage that is to be computed", run: (scope) => addCoverage(scope, 41, 2, DRAFT) },
  { title: "periods", run: (scope) => periodRows(scope, 41) },
  { title: "the sites and days of a coverage", run: (scope) => findCoverage(scope, 41, 2) },
  { title: "orders that a coverage no longer has", run: (scope) => ordersLeft(scope, COVERAGE) },
  { title: "how many orders a coverage may have", run: (scope) => countOrders(scope, COVERAGE, 2_001) },
  {
    title: "the next orders that a coverage may have",
    run: (scope) => nextOrders(scope, COVERAGE, undefined, 500),
  },
];
