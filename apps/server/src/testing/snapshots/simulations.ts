import * as drafts from "../../features/approvals/draft-rules.queries.ts";
import { companyRules } from "../../features/approvals/rules-at-sites.queries.ts";
import * as orders from "../../features/approvals/simulated-orders.queries.ts";
import * as simulations from "../../features/approvals/simulations.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const SINCE = new Date("2026-01-01T00:00:00Z");
const HOLDERS = { roles: [8], users: [3] };
const CLAIMED = { id: 5, attempts: 1 };
const LAST = { id: 11, identifier: "A-1", siteId: 21, total: "80.00", date: "2026-02-01 00:00:00+00" };

export const simulationCases: readonly SnapshotCase[] = [
  { title: "version of the rules", run: (scope) => drafts.rulesVersion(scope) },
  {
    title: "what a draft names",
    run: (scope) => drafts.knownRecords(scope, { ...HOLDERS, sites: IDS, nodes: [4] }),
  },
  {
    title: "sites that users cannot see",
    run: (scope) => drafts.unseenPairs(scope, [{ user: 3, site: 21 }]),
  },
  { title: "all rules", run: (scope) => companyRules(scope) },
  { title: "simulations: a new one", run: (scope) => simulations.addSimulation(scope, [], 5) },
  { title: "simulations: one", run: (scope) => simulations.findSimulation(scope, 5) },
  { title: "simulations: one goes", run: (scope) => simulations.deleteSimulation(scope, 5) },
  { title: "simulations: the next one", run: ({ db }) => simulations.claimSimulation(db, 7) },
  {
    title: "simulations: progress",
    run: ({ db }) => simulations.reportSimulation(db, CLAIMED, { orders_read: 500 }),
  },
  { title: "simulations: a run that failed", run: ({ db }) => simulations.endRun(db, CLAIMED) },
  {
    title: "simulations: companies with open ones",
    run: ({ db }) => simulations.companiesWithOpenSimulations(db),
  },
  { title: "simulations: old ones go", run: ({ db }) => simulations.deleteOldSimulations(db) },
  { title: "simulated orders: since when", run: (scope) => orders.findSince(scope) },
  { title: "simulated orders: how many", run: (scope) => orders.countOrders(scope, SINCE, 1000) },
  { title: "simulated orders: the next ones", run: (scope) => orders.nextOrders(scope, SINCE, LAST, 500) },
  { title: "simulated orders: who placed them", run: (scope) => orders.placersOf(scope, IDS) },
  { title: "simulated orders: sites", run: (scope) => orders.sitesOfOrders(scope) },
  { title: "simulated orders: approvers", run: (scope) => orders.approversNamed(scope, HOLDERS) },
  {
    title: "simulated orders: approvers at sites",
    run: (scope) => orders.approversAt(scope, HOLDERS, IDS, true),
  },
  { title: "simulated orders: names of approvers", run: (scope) => orders.holderNames(scope, HOLDERS) },
];
