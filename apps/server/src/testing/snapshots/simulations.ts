import * as drafts from "../../features/approval-rules/draft-rules.queries.ts";
import { companyRules } from "../../features/approval-rules/rules-at-sites.queries.ts";
import * as orders from "../../features/approval-rules/simulated-orders.queries.ts";
import * as simulations from "../../features/approval-rules/simulations.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const HOLDERS = { roles: [8], users: [3] };
const CLAIMED = { id: 5, attempts: 1 };

export const simulationCases: readonly SnapshotCase[] = [
  { title: "version of the rules", run: (scope) => drafts.rulesVersion(scope) },
  {
    title: "sites that users cannot see",
    run: (scope) => drafts.unseenPairs(scope, [{ user: 3, site: 21 }]),
  },
  { title: "all rules", run: (scope) => companyRules(scope) },
  { title: "simulations: one", run: (scope) => simulations.findSimulation(scope, 5) },
  { title: "simulations: the next one", run: ({ db }) => simulations.claimSimulation(db, 7) },
  { title: "simulations: a run that failed", run: ({ db }) => simulations.endRun(db, CLAIMED) },
  { title: "simulated orders: approvers", run: (scope) => orders.approversNamed(scope, HOLDERS) },
  {
    title: "simulated orders: approvers at sites",
    run: (scope) => orders.approversAt(scope, HOLDERS, IDS, true),
  },
  { title: "simulated orders: names of approvers", run: (scope) => orders.holderNames(scope, HOLDERS) },
];
