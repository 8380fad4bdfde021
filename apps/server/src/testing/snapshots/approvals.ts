import type { Session } from "@mcc/contract/access/session.ts";
import * as rules from "../../features/approval-rules/approval-rules.queries.ts";
import { blanketRulesAt, rulesAt } from "../../features/approval-rules/rules-at-sites.queries.ts";
import * as queries from "../../features/approval-steps/approval-steps.queries.ts";
import * as guards from "../../features/approval-steps/deletion-guards.queries.ts";
import * as deputies from "../../features/approval-steps/deputy-orders.queries.ts";
import { listedOrderCreators } from "../../features/approval-steps/order-creators.queries.ts";
import * as questions from "../../features/approval-steps/orders-to-decide.queries.ts";
import * as standing from "../../features/approval-steps/user-approval.queries.ts";
import * as audience from "../../features/comments/order-audience.queries.ts";
import * as orderQuestions from "../../features/comments/questions.queries.ts";
import * as links from "../../features/decision-links/decision-links.queries.ts";
import * as delegationNotices from "../../features/delegations/delegation-notices.queries.ts";
import * as delegated from "../../features/delegations/delegations.queries.ts";
import * as lateSteps from "../../features/notices/late-steps.queries.ts";
import * as notices from "../../features/notices/notices.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { listingOf } from "../../platform/lists/listed-ids.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const { listed } = listingOf(Promise.resolve());
const NOTHING: SnapshotCase["answer"] = () => [];

const as = (scope: CompanyScope, more: Partial<Session>): CompanyScope => ({
  ...scope,
  who: { ...scope.who, is_company_admin: false, role: { id: 8, name: "Finance" }, ...more },
});
const plain = { id: 7, has_company_hierarchy: false } as Session["company"];

const decisions: SnapshotCase[] = [
  {
    title: "orders in question",
    run: (scope) => questions.listedOrdersToDecide(scope, listed),
    answer: NOTHING,
  },
  {
    title: "blanket rules where they wait",
    run: (scope) => blanketRulesAt(scope, questions.pendingSites(scope.companyId, listed)),
    answer: NOTHING,
  },
  { title: "who could have a say", run: (scope) => questions.listedApprovers(scope, listed) },
  {
    title: "what becomes of steps",
    run: (scope) =>
      queries.updateSteps(
        scope,
        { id: 11, total: "6000.00" },
        [{ position: 1, state: "done", act: { userId: 3, by: "role" } }],
        () => "Dana Whitfield",
      ),
  },
  { title: "steps of an order", run: (scope) => queries.listedSteps(scope, listed), answer: NOTHING },
];

const SAY = { is_blanket: false, blanket_sites: [23], own_allowed: false, escalation_role_id: null };
const HELD = [
  {
    ...{ id: 5, cap: "500.00", siteIds: IDS },
    principal: { id: 4, roleId: 8, isCompanyAdmin: true, siteIds: "all" as const },
  },
];
const userApprovals: SnapshotCase[] = [
  {
    title: "what an approver has a say in",
    run: (scope) => standing.findApprovalAuthority(as(scope, { company: plain })),
    siteIds: IDS,
  },
  {
    title: "what an approver has a say in, with hierarchy",
    run: (scope) => standing.findApprovalAuthority(as(scope, {})),
  },
  {
    title: "orders that nobody can act on, with hierarchy",
    run: (scope) => standing.listUnassigned(as(scope, { is_company_admin: true }), listed),
  },
  {
    title: "how many wait for an approver",
    run: (scope) => deputies.countRequiringApproval(as(scope, {}), SAY),
    siteIds: IDS,
  },
  {
    title: "how many wait for a company admin",
    run: (scope) =>
      deputies.countRequiringApproval(as(scope, { company: plain, is_company_admin: true }), SAY),
  },
  {
    title: "which of the listed orders a deputy may decide about",
    run: (scope) => deputies.listDelegated({ ...as(scope, {}), delegations: HELD }, listed),
    siteIds: IDS,
    answer: NOTHING,
  },
  {
    title: "all orders that a deputy may decide about",
    run: (scope) => deputies.listAllDelegated({ ...as(scope, { company: plain }), delegations: HELD }),
    siteIds: IDS,
    answer: NOTHING,
  },
  {
    title: "how many wait for a deputy",
    run: (scope) =>
      deputies.countRequiringApproval({ ...as(scope, { company: plain }), delegations: HELD }, SAY),
    siteIds: IDS,
  },
  {
    title: "which orders wait for an approver",
    run: (scope) => deputies.listRequiringApproval(as(scope, {}), SAY),
    siteIds: IDS,
  },
];

const rulesAndPlaces: SnapshotCase[] = [
  { title: "rules that ask for steps", run: (scope) => rulesAt(scope, IDS, [4]) },
  {
    title: "rules: list",
    run: (scope) => rules.ruleRows(scope, { limit: 20, offset: 0, descending: false }),
  },
  { title: "rules: one", run: (scope) => rules.findRule(scope, 5) },
  { title: "rules: other places", run: (scope) => rules.setPlaces(scope, 5, "site", IDS) },
  { title: "places, and whose rule has them", run: (scope) => rules.findPlaces(scope, "node", 3, [4]) },
  {
    title: "places of a company",
    run: (scope) => rules.companySites(scope, { id: 3, node_id: null, is_company_admin: false }),
  },
  { title: "places of a policy", run: (scope) => rules.policySites(scope, 3) },
  {
    title: "places from a user's node down",
    run: (scope) => rules.userNodes(scope, { id: 3, node_id: 4, is_company_admin: false }),
  },
];

const others: SnapshotCase[] = [
  { title: "whether anything waits", run: (scope) => guards.hasPendingOrders(scope) },
  { title: "whether anything waits at a site", run: (scope) => guards.hasPendingOrders(scope, 21) },
  { title: "whether a role is asked", run: (scope) => guards.hasOpenStepFor(scope, { roleId: 8 }) },
  { title: "whether a node's rule is asked", run: (scope) => guards.hasOpenStepFor(scope, { nodeId: 4 }) },
  {
    title: "lines to write about",
    run: (scope) => notices.listedFirstLines(scope, listed, 6),
    answer: NOTHING,
  },
  {
    title: "a link to decide by",
    run: (scope) =>
      links.addLink(
        scope,
        { userId: 3, orderId: 11, stepId: 61, total: "80.00" },
        "ada@example.com",
        Buffer.from("hash"),
        259_200,
      ),
  },
  { title: "company admins", run: (scope) => notices.companyAdmins(scope) },
  {
    title: "steps that lost their last approver",
    run: ({ db, companyId }) => standing.markUnassigned(db, { companyId, hierarchy: true }),
  },
  { title: "companies with late steps", run: ({ db }) => lateSteps.companiesWithLateSteps(db) },
  {
    title: "steps to remind of",
    run: (scope) => lateSteps.stepsToRemind(scope, [new Date(0)], { after: 0, limit: 1_000 }),
  },
  {
    title: "steps to escalate",
    run: (scope) => lateSteps.stepsToEscalate(scope, new Date(0), { after: 0, limit: 1_000 }),
  },
  { title: "who can see an order", run: (scope) => audience.readersByName(scope, listed, "pat", 20) },
  { title: "one who can see an order", run: (scope) => audience.findReader(scope, listed, 3) },
  { title: "who takes part in an order", run: (scope) => audience.participants(scope, listed, 200) },
  {
    title: "questions about orders",
    run: (scope) => orderQuestions.questionsAbout(scope, IDS),
    answer: NOTHING,
  },
  { title: "who placed an order", run: (scope) => listedOrderCreators(scope, listed) },
];

const delegations: SnapshotCase[] = [
  { title: "lock the delegations", run: (scope) => delegated.lockDelegations(scope) },
  {
    title: "delegations of a user",
    run: (scope) => delegated.delegationRows(as(scope, {}), { limit: 20, offset: 0 }, 3),
  },
  {
    title: "decisions of a deputy",
    run: (scope) => delegated.deputyDecisionRows(as(scope, {}), { limit: 20, offset: 0 }),
  },
  { title: "delegations: one", run: (scope) => delegated.findDelegation(scope, 5) },
  { title: "users to stand in", run: (scope) => delegated.deputyRows(scope, "dana", 20) },
  { title: "delegations to write about", run: ({ db }) => delegationNotices.lockUnnotified(db, 50) },
  { title: "delegations written about", run: ({ db }) => delegationNotices.markNotified(db, [5]) },
];

export const approvals: readonly SnapshotCase[] = [
  ...decisions,
  ...userApprovals,
  ...rulesAndPlaces,
  ...others,
  ...delegations,
];
