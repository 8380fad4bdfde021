import type { Session } from "@mcc/contract/access/session.ts";
import * as settings from "../../features/approvals/approval-settings.queries.ts";
import * as queries from "../../features/approvals/approvals.queries.ts";
import * as links from "../../features/approvals/decision-links.queries.ts";
import * as delegationNotices from "../../features/approvals/delegation-notices.queries.ts";
import * as delegated from "../../features/approvals/delegations.queries.ts";
import * as guards from "../../features/approvals/deletion-guards.queries.ts";
import * as deputies from "../../features/approvals/deputy-orders.queries.ts";
import * as lateSteps from "../../features/approvals/late-steps.queries.ts";
import * as notices from "../../features/approvals/notices.queries.ts";
import * as audience from "../../features/approvals/order-audience.queries.ts";
import * as questions from "../../features/approvals/orders-to-decide.queries.ts";
import { listedPlacers } from "../../features/approvals/placers.queries.ts";
import * as orderQuestions from "../../features/approvals/questions.queries.ts";
import * as reminderSettings from "../../features/approvals/reminder-settings.queries.ts";
import * as rules from "../../features/approvals/rules.queries.ts";
import {
  listedBlanketRules,
  nodePaths,
  rulesAt,
  rulesNaming,
} from "../../features/approvals/rules-at-sites.queries.ts";
import * as steps from "../../features/approvals/steps.queries.ts";
import * as standing from "../../features/approvals/user-approval.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { listingOf } from "../../platform/lists/listed-ids.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const { listed } = listingOf(Promise.resolve());
const ACT = { userId: 3, username: "dana", name: "Dana Whitfield", principal: null };
const NOTHING: SnapshotCase["answer"] = () => [];
const REMINDERS = {
  first_reminder_hours: 8,
  reminder_interval_hours: 8,
  reminder_max: 3,
  escalation_hours: 24,
  escalation_role: 8,
  working_days: [1, 2, 3, 4, 5],
  working_from: "08:00",
  working_until: "17:00",
  time_zone: "America/Chicago",
  decide_without_sign_in: false,
};

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
  { title: "settings", run: (scope) => settings.approvalSettings(scope) },
  { title: "settings of reminders", run: (scope) => reminderSettings.findReminderSettings(scope) },
  {
    title: "other settings of reminders",
    run: (scope) => reminderSettings.setReminderSettings(scope, REMINDERS),
  },
  {
    title: "whether steps are escalated to a role",
    run: (scope) => reminderSettings.isEscalationRole(scope, 8),
  },
  {
    title: "blanket rules where they wait",
    run: (scope) => listedBlanketRules(scope, listed),
    answer: NOTHING,
  },
  { title: "who could have a say", run: (scope) => questions.listedApprovers(scope, listed) },
  { title: "an approval", run: (scope) => queries.addApproval(scope, 11, ACT) },
  { title: "a rejection", run: (scope) => queries.addRejection(scope, 11, { ...ACT, note: "Not now" }) },
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
  { title: "new steps", run: (scope) => steps.addSteps(scope, []) },
  {
    title: "steps that one is added before",
    run: (scope) => steps.moveSteps(scope, 11, [{ from: 2, to: 4 }]),
  },
  {
    title: "approvals of an order that is changed since",
    run: (scope) => queries.markChangedSinceApproval(scope, IDS),
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

const lockAndRules: SnapshotCase[] = [
  { title: "lock the approval settings, shared", run: (scope) => settings.lockApprovalSettingsShared(scope) },
  { title: "lock the approval settings, exclusive", run: (scope) => settings.lockApprovalSettings(scope) },
  { title: "rules that ask for steps", run: (scope) => rulesAt(scope, IDS, [4]) },
  { title: "rules that name a user or their role", run: (scope) => rulesNaming(scope, 3, 8) },
  { title: "nodes above nodes", run: (scope) => nodePaths(scope, [4]) },
  {
    title: "rules: list",
    run: (scope) => rules.ruleRows(scope, { limit: 20, offset: 0, descending: false }),
  },
  { title: "rules: one", run: (scope) => rules.findRule(scope, 5) },
  {
    title: "rules: a new one",
    run: (scope) => rules.addRule(scope, { role_id: 8, user_id: null, limit_amount: 500 }),
  },
  { title: "rules: another limit", run: (scope) => rules.setLimit(scope, 5, 600) },
  { title: "rules: other places", run: (scope) => rules.setPlaces(scope, 5, "site", IDS) },
  { title: "rules: one goes", run: (scope) => rules.deleteRule(scope, 5) },
  { title: "rules: the one of a role", run: (scope) => rules.findRuleOfRole(scope, 8) },
  { title: "rules: those that name a site", run: (scope) => rules.rulesOfSite(scope, 21) },
  { title: "rules: those that name a node", run: (scope) => rules.rulesOfNode(scope, 4) },
  { title: "rules: those of a user", run: (scope) => rules.rulesOfUser(scope, 3) },
  { title: "rules: the role of a new one", run: (scope) => rules.findRole(scope, 8) },
  { title: "rules: the user of a new one", run: (scope) => rules.findUser(scope, 3) },
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
  { title: "one order of each kind that waits", run: (scope) => guards.samplePendingOrders(scope) },
  { title: "steps to write about", run: (scope) => notices.lockUnnotifiedSteps(scope, 50) },
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
        Buffer.from("hash"),
        259_200,
      ),
  },
  { title: "a link that works", run: ({ db }) => links.findWorkingLink(db, Buffer.from("hash")) },
  { title: "whether a step is the current one", run: (scope) => links.isCurrentStep(scope, 61) },
  { title: "a link that is used", run: (scope) => links.useLink(scope, 71) },
  { title: "links that ended a while ago", run: ({ db }) => links.deleteOldLinks(db) },
  { title: "written about", run: (scope) => notices.markNotified(scope, [61], [61]) },
  { title: "companies with steps to write about", run: ({ db }) => notices.companiesWithUnnotifiedSteps(db) },
  { title: "companies with approvals", run: ({ db }) => notices.companiesWithApprovals(db) },
  { title: "company admins", run: (scope) => notices.companyAdmins(scope) },
  {
    title: "steps that lost their last approver",
    run: ({ db, companyId }) => standing.markUnassigned(db, { companyId, hierarchy: true }),
  },
  { title: "whether approvers are being reminded", run: (scope) => lateSteps.lockLateSteps(scope) },
  { title: "companies with pending steps", run: ({ db }) => lateSteps.companiesWithPendingSteps(db) },
  { title: "the time and the oldest step", run: (scope) => lateSteps.clockAndOldest(scope) },
  {
    title: "steps to remind of",
    run: (scope) => lateSteps.stepsToRemind(scope, [new Date(0)], { after: 0, limit: 1_000 }),
  },
  {
    title: "steps to escalate",
    run: (scope) => lateSteps.stepsToEscalate(scope, new Date(0), { after: 0, limit: 1_000 }),
  },
  { title: "escalated", run: (scope) => lateSteps.markEscalated(scope, IDS) },
  { title: "who can see an order", run: (scope) => audience.readersByName(scope, listed, "pat", 20) },
  { title: "one who can see an order", run: (scope) => audience.findReader(scope, listed, 3) },
  { title: "who takes part in an order", run: (scope) => audience.participants(scope, listed, 200) },
  { title: "reminded", run: (scope) => lateSteps.markReminded(scope, [{ id: 61, number: 1 }]) },
  {
    title: "questions about orders",
    run: (scope) => orderQuestions.questionsAbout(scope, IDS),
    answer: NOTHING,
  },
  { title: "who placed an order", run: (scope) => listedPlacers(scope, listed) },
];

const PERIOD = {
  ...{ principalId: 3, deputyId: 4 },
  ...{ startsAt: new Date("2026-05-01T08:00:00Z"), endsAt: new Date("2026-05-08T08:00:00Z") },
};
const delegations: SnapshotCase[] = [
  { title: "lock the delegations", run: (scope) => delegated.lockDelegations(scope) },
  {
    title: "delegations of a user",
    run: (scope) => delegated.delegationRows(as(scope, {}), { limit: 20, offset: 0 }, 3),
  },
  { title: "delegations: one", run: (scope) => delegated.findDelegation(scope, 5) },
  { title: "delegations: a user of one", run: (scope) => delegated.lockUser(scope, 3) },
  { title: "delegations: sites of one", run: (scope) => delegated.countSites(scope, IDS) },
  { title: "delegations: others of the two", run: (scope) => delegated.findConflicts(scope, PERIOD) },
  {
    title: "delegations: a new one",
    run: (scope) =>
      delegated.addDelegation(scope, {
        ...{ ...PERIOD, cap: "500.00", siteIds: IDS },
        ...{ note: "Away", createdBy: "Dana Whitfield" },
      }),
  },
  { title: "delegations: one ends", run: (scope) => delegated.endDelegation(scope, 5, "Dana Whitfield") },
  { title: "users to stand in", run: (scope) => delegated.deputyRows(scope, "dana", 20) },
  { title: "delegations to write about", run: ({ db }) => delegationNotices.lockUnnotified(db, 50) },
  { title: "delegations written about", run: ({ db }) => delegationNotices.markNotified(db, [5]) },
];

export const approvals: readonly SnapshotCase[] = [
  ...decisions,
  ...userApprovals,
  ...lockAndRules,
  ...others,
  ...delegations,
];
