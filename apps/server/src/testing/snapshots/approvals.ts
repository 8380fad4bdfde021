import type { Session } from "@mcc/contract/access/session.ts";
import * as queries from "../../features/approvals/approvals.queries.ts";
import * as guards from "../../features/approvals/guards.queries.ts";
import * as notices from "../../features/approvals/notices.queries.ts";
import * as questions from "../../features/approvals/question.queries.ts";
import * as book from "../../features/approvals/rule-book.queries.ts";
import * as rules from "../../features/approvals/rules.queries.ts";
import { listedBlanketRules, nodePaths, rulesAt } from "../../features/approvals/rules-at.queries.ts";
import * as standing from "../../features/approvals/standing.queries.ts";
import * as steps from "../../features/approvals/steps.queries.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import type { Shown } from "./recorder.ts";

const IDS = [21, 22];
const ACT = { userId: 3, username: "dana", name: "Dana Whitfield" };
const NOTHING: Shown["answer"] = () => [];

const as = (scope: CompanyScope, more: Partial<Session>): CompanyScope => ({
  ...scope,
  who: { ...scope.who, is_company_admin: false, role: { id: 8, name: "Finance" }, ...more },
});
const plain = { id: 7, has_company_hierarchy: false } as Session["company"];

const decisions: Shown[] = [
  { title: "orders in question", ask: (scope) => questions.listedQuestions(scope), answer: NOTHING },
  { title: "settings", ask: (scope) => book.approvalSettings(scope) },
  { title: "blanket rules where they wait", ask: (scope) => listedBlanketRules(scope), answer: NOTHING },
  { title: "who could have a say", ask: (scope) => questions.listedVoters(scope) },
  { title: "an approval", ask: (scope) => queries.addApproval(scope, 11, ACT) },
  { title: "a rejection", ask: (scope) => queries.addRejection(scope, 11, { ...ACT, note: "Not now" }) },
  {
    title: "what becomes of steps",
    ask: (scope) =>
      queries.changeSteps(
        scope,
        { id: 11, total: "6000.00" },
        [{ position: 1, state: "done", act: { userId: 3, by: "role" } }],
        () => "Dana Whitfield",
      ),
  },
  { title: "new steps", ask: (scope) => steps.addSteps(scope, []) },
  {
    title: "steps that one is added before",
    ask: (scope) => steps.moveSteps(scope, 11, [{ from: 2, to: 4 }]),
  },
  {
    title: "approvals of an order that is changed since",
    ask: (scope) => queries.noteChangeSince(scope, IDS),
  },
  { title: "steps of an order", ask: (scope) => queries.listedSteps(scope), answer: NOTHING },
];

const SAY = { is_blanket: false, blanket_sites: [23], own_allowed: false };
const standings: Shown[] = [
  {
    title: "what an approver has a say in",
    ask: (scope) => standing.findSay(as(scope, { company: plain })),
    siteIds: IDS,
  },
  { title: "what an approver has a say in, with hierarchy", ask: (scope) => standing.findSay(as(scope, {})) },
  {
    title: "orders that nobody can act on, with hierarchy",
    ask: (scope) => standing.listNobodys(as(scope, { is_company_admin: true })),
  },
  {
    title: "how many wait for an approver",
    ask: (scope) => standing.countWaiting(as(scope, {}), SAY),
    siteIds: IDS,
  },
  {
    title: "how many wait for a company admin",
    ask: (scope) => standing.countWaiting(as(scope, { company: plain, is_company_admin: true }), SAY),
  },
];

const ruleBook: Shown[] = [
  { title: "the rule book, read", ask: (scope) => book.readRuleBook(scope) },
  { title: "the rule book, changed", ask: (scope) => book.changeRuleBook(scope) },
  { title: "rules that ask for steps", ask: (scope) => rulesAt(scope, IDS, [4]) },
  { title: "nodes above nodes", ask: (scope) => nodePaths(scope, [4]) },
  {
    title: "rules: list",
    ask: (scope) => rules.ruleRows(scope, { limit: 20, offset: 0, descending: false }),
  },
  { title: "rules: one", ask: (scope) => rules.findRule(scope, 5) },
  {
    title: "rules: a new one",
    ask: (scope) => rules.addRule(scope, { role_id: 8, user_id: null, limit_amount: 500 }),
  },
  { title: "rules: another limit", ask: (scope) => rules.setLimit(scope, 5, 600) },
  { title: "rules: other places", ask: (scope) => rules.setPlaces(scope, 5, "site", IDS) },
  { title: "rules: one goes", ask: (scope) => rules.dropRule(scope, 5) },
  { title: "rules: the role of a new one", ask: (scope) => rules.findRole(scope, 8) },
  { title: "rules: the user of a new one", ask: (scope) => rules.findUser(scope, 3) },
  { title: "places, and whose rule has them", ask: (scope) => rules.findPlaces(scope, "node", 3, [4]) },
  {
    title: "places of a company",
    ask: (scope) => rules.companySites(scope, { id: 3, node_id: null, is_company_admin: false }),
  },
  { title: "places of a policy", ask: (scope) => rules.policySites(scope, 3) },
  {
    title: "places from a user's node down",
    ask: (scope) => rules.nodesOf(scope, { id: 3, node_id: 4, is_company_admin: false }),
  },
];

const others: Shown[] = [
  { title: "whether anything waits", ask: (scope) => guards.isAnythingPending(scope) },
  { title: "whether anything waits at a site", ask: (scope) => guards.isAnythingPending(scope, 21) },
  { title: "whether a role is asked", ask: (scope) => guards.isAskedFor(scope, { roleId: 8 }) },
  { title: "whether a node's rule is asked", ask: (scope) => guards.isAskedFor(scope, { nodeId: 4 }) },
  { title: "one order of each kind that waits", ask: (scope) => guards.kindsOfPending(scope) },
  { title: "steps to write about", ask: (scope) => notices.lockUntoldSteps(scope, 50) },
  { title: "written about", ask: (scope) => notices.markTold(scope, [61]) },
  { title: "companies with steps to write about", ask: ({ db }) => notices.companiesWithUntold(db) },
];

export const approvals: readonly Shown[] = [...decisions, ...standings, ...ruleBook, ...others];
