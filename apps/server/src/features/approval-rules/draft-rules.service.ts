import { ruleMessages, takenRole } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import {
  type DraftRule,
  draftMessages,
  type ReplacedRules,
} from "@mcc/contract/approval-rules/simulations.schema.ts";
import { AppError, fail, fieldsOf } from "@mcc/contract/kit/errors.ts";
import { isSameIds } from "@mcc/contract/kit/id.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { ruleRows } from "./approval-rules.queries.ts";
import { addCheckedRule, changeCheckedRule, deleteApprovalRule } from "./approval-rules.service.ts";
import { lockApprovalSettings } from "./approval-settings.queries.ts";
import { knownRecords, rulesVersion, type UserAndSite, unseenPairs } from "./draft-rules.queries.ts";
import { nodePaths } from "./rules-at-sites.queries.ts";

export interface CheckedRule {
  readonly role: number | undefined;
  readonly user: number | undefined;
  readonly limit: number;
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
  /** The rule of today that it replaces. */
  readonly today: ApprovalRuleRow | undefined;
}

interface CheckedDraft {
  readonly rules: readonly CheckedRule[];
  /** Rules of today that the draft leaves out. */
  readonly gone: readonly ApprovalRuleRow[];
}

const allRules = (scope: CompanyScope): Promise<ApprovalRuleRow[]> =>
  ruleRows(scope, { limit: ALL_ROWS, offset: 0, descending: false });

const hasHolder = (rule: ApprovalRuleRow, { role, user }: DraftRule): boolean =>
  role === undefined ? rule.user?.id === user : rule.role?.id === role;

const hasPlaces = (rule: ApprovalRuleRow, { sites = [], nodes = [] }: DraftRule): boolean =>
  isSameIds(rule.sites, sites) && isSameIds(rule.nodes, nodes);

type Refuse = (at: number, field: string, message: string) => void;

/** Says which rule of today each draft replaces: the one it names, the one of its role, or one for the same places. */
const matchRules = (drafts: readonly DraftRule[], today: readonly ApprovalRuleRow[], refuse: Refuse) => {
  const free = new Map(today.map((rule) => [rule.id, rule]));
  const take = (rule: ApprovalRuleRow | undefined) => {
    if (rule) free.delete(rule.id);
    return rule;
  };
  const named = drafts.map((draft, at) => {
    if (typeof draft.id !== "number") return undefined;
    const rule = today.find(({ id }) => id === draft.id);
    if (!rule || !hasHolder(rule, draft)) refuse(at, "id", draftMessages.otherRule);
    else if (!free.has(rule.id)) refuse(at, "id", draftMessages.twice);
    return take(rule);
  });
  const found = drafts.map(
    (draft, at) =>
      named[at] ??
      take(
        [...free.values()].find(
          (rule) => hasHolder(rule, draft) && (draft.role !== undefined || hasPlaces(rule, draft)),
        ),
      ),
  );
  return { found, gone: [...free.values()] };
};

const idsOf = (
  drafts: readonly DraftRule[],
  of: (draft: DraftRule) => readonly number[] | number | undefined,
) => [...new Set(drafts.flatMap((draft) => of(draft) ?? []))];

type Issue = { readonly path: PropertyKey[]; readonly message: string };
const refusing =
  (issues: Issue[]): Refuse =>
  (at, field, message) =>
    void issues.push({ path: ["rules", at, field], message });
const failIfAny = (issues: readonly Issue[]): void => {
  if (issues.length > 0) throw new AppError("input.invalid", { fields: fieldsOf(issues) });
};

/** The roles, users, sites and nodes of a draft by kind and id, and where it names one that does not exist. */
const findRecords = async (scope: CompanyScope, drafts: readonly DraftRule[]) => {
  const known = await knownRecords(scope, {
    roles: idsOf(drafts, ({ role }) => role),
    users: idsOf(drafts, ({ user }) => user),
    sites: idsOf(drafts, ({ sites }) => sites),
    nodes: idsOf(drafts, ({ nodes }) => nodes),
  });
  const records = new Map(known.map((record) => [`${record.kind}/${record.id}`, record]));
  const absent: Issue[] = [];
  const refuse = refusing(absent);
  for (const [at, { role, user, sites = [], nodes = [] }] of drafts.entries()) {
    if (role !== undefined && !records.has(`roles/${role}`)) refuse(at, "role", notFoundMessage("role"));
    if (user === undefined) continue;
    if (!records.has(`users/${user}`)) refuse(at, "user", notFoundMessage("user"));
    for (const id of sites) if (!records.has(`sites/${id}`)) refuse(at, "sites", notFoundMessage("site"));
    for (const id of nodes) if (!records.has(`nodes/${id}`)) refuse(at, "nodes", notFoundMessage("node"));
  }
  return { records, absent };
};

/** Everything that a rule is checked for when it is created or changed, for all rules of a draft together. */
export const checkDraft = async (
  scope: CompanyScope,
  drafts: readonly DraftRule[],
): Promise<CheckedDraft> => {
  const { records, absent } = await findRecords(scope, drafts);
  const issues = [...absent];
  const refuse = refusing(issues);
  const { found, gone } = matchRules(drafts, await allRules(scope), refuse);
  const nameOf = (key: string) => records.get(key)?.name ?? "";
  const holders = new Map<string, number>();
  const seenBy: { at: number; pair: UserAndSite }[] = [];
  const nodesSeenBy: { at: number; user: number; node: number }[] = [];
  for (const [at, { role, user, limit, sites = [], nodes = [] }] of drafts.entries()) {
    if (role !== undefined && records.has(`roles/${role}`)) {
      if (holders.has(`roles/${role}`)) refuse(at, ...takenRole(limit));
      holders.set(`roles/${role}`, role);
    }
    if (user === undefined || !records.has(`users/${user}`)) continue;
    for (const [kind, ids, kept] of [
      ["sites", sites, found[at]?.sites],
      ["nodes", nodes, found[at]?.nodes],
    ] as const) {
      const had = new Set(kept);
      for (const id of ids) {
        if (!records.has(`${kind}/${id}`)) continue;
        if ((holders.get(`${kind}/${id}`) ?? user) !== user)
          refuse(at, kind, ruleMessages.placeTaken(nameOf(`${kind}/${id}`)));
        else if (!had.has(id) && kind === "sites") seenBy.push({ at, pair: { user, site: id } });
        else if (!had.has(id)) nodesSeenBy.push({ at, user, node: id });
        if (!holders.has(`${kind}/${id}`)) holders.set(`${kind}/${id}`, user);
      }
    }
  }
  const unseen = await unseenPairs(
    scope,
    seenBy.map(({ pair }) => pair),
  );
  const blind = new Set(unseen.map(({ user, site }) => `${user}/${site}`));
  for (const { at, pair } of seenBy)
    if (blind.has(`${pair.user}/${pair.site}`))
      refuse(at, "sites", ruleMessages.placeUnseen(nameOf(`sites/${pair.site}`)));
  const paths = await nodePaths(scope, [...new Set(nodesSeenBy.map(({ node }) => node))]);
  for (const { at, user, node } of nodesSeenBy) {
    const person = records.get(`users/${user}`);
    const sees = person?.is_company_admin || (person?.node_id && paths.get(node)?.includes(person.node_id));
    if (!sees) refuse(at, "nodes", ruleMessages.placeUnseen(nameOf(`nodes/${node}`)));
  }
  failIfAny(issues);
  const rules = drafts.map(({ role, user, limit, sites = [], nodes = [] }, at) => ({
    ...{ role, user, limit, sites, nodes },
    today: found[at],
  }));
  return { rules, gone };
};

/** All or nothing, while no order gets its steps from the rules. Pending orders keep their steps. */
export const replaceApprovalRules = async (
  services: Services,
  scope: CompanyScope,
  { version, rules }: ReplacedRules,
) => {
  await lockApprovalSettings(scope);
  if (version !== (await rulesVersion(scope))) {
    failIfAny((await findRecords(scope, rules)).absent);
    fail("rules.changed");
  }
  const draft = await checkDraft(scope, rules);
  const needed = draft.gone.find((rule) => rule.has_pending_approvals);
  if (needed) fail("rule.pending", draftMessages.keptForOrders((needed.role ?? needed.user)?.name ?? ""));
  const counts = { created: 0, updated: 0, deleted: draft.gone.length };
  for (const { today, ...rule } of draft.rules) {
    if (!today) {
      counts.created++;
      await addCheckedRule(services, scope, rule);
    } else if (await changeCheckedRule(services, scope, today, rule)) counts.updated++;
  }
  // Last: whoever still has a rule keeps the deputies they named.
  for (const { id } of draft.gone) await deleteApprovalRule(services, scope, id);
  return { version: await rulesVersion(scope), ...counts };
};
