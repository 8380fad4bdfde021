import { ruleMessages, takenRole } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import type {
  ApprovalNode,
  ApprovalRuleChanges,
  ApprovalRuleRow,
  NewApprovalRule,
} from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { isSameIds, mergeIds } from "@mcc/contract/kit/id.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./approval-rules.queries.ts";
import { lockApprovalSettings } from "./approval-settings.queries.ts";
import { rulesVersion } from "./draft-rules.queries.ts";

export { findRole } from "./approval-rules.queries.ts";
export {
  approvalSettings,
  isEscalationRole,
  lockApprovalSettings,
  lockApprovalSettingsShared,
} from "./approval-settings.queries.ts";
export { blanketRulesAt, nodePaths, rulesAt } from "./rules-at-sites.queries.ts";

/** The eligible approvers can change with the rules, for the whole company. */
export const announceRules = (
  { changes }: Services,
  scope: Pick<CompanyScope, "companyId" | "afterCommit">,
): void =>
  scope.afterCommit(() => changes.announce({ kind: "rules", companyId: scope.companyId, siteIds: "all" }));

interface RulesQuery {
  readonly limit: number;
  readonly offset: number;
  readonly order_by?: unknown;
}

export const approvalRules = async (scope: CompanyScope, { limit, offset, order_by }: RulesQuery) => {
  const page = countedPage(
    await queries.ruleRows(scope, { limit, offset, descending: order_by === "-limit" }),
  );
  return { ...page, data: page.results, version: await rulesVersion(scope) };
};

export const findApprovalRule = async (scope: CompanyScope, id: number): Promise<ApprovalRuleRow> =>
  (await queries.findRule(scope, id)) ?? fail("not_found");

export const createApprovalRule = async (
  services: Services,
  scope: CompanyScope,
  { limit, role, user, sites = [], nodes = [] }: NewApprovalRule,
): Promise<ApprovalRuleRow> => {
  await lockApprovalSettings(scope);
  if (role !== undefined) await mustBeFreeRole(scope, role, limit);
  if (user !== undefined) await mustBeFreePlaces(scope, user, { sites, nodes });
  return addCheckedRule(services, scope, { role, user, limit, sites, nodes });
};

/** A rule whose role, user and places were checked while the settings were locked. */
export const addCheckedRule = async (
  services: Services,
  scope: CompanyScope,
  { role, user, ...rule }: Places & Pick<NewApprovalRule, "role" | "user" | "limit">,
): Promise<ApprovalRuleRow> => {
  const id = await queries.addRule(scope, {
    role_id: role ?? null,
    user_id: user ?? null,
    limit_amount: rule.limit,
  });
  if (user !== undefined) await savePlaces(scope, id, rule);
  return finishChange(services, scope, "approval_rule.created", await findApprovalRule(scope, id));
};

/** Pending orders keep their steps; the rule's role or user stays. A change without effect is not audited. */
export const updateApprovalRule = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  { limit, sites, nodes, sites_before, nodes_before }: ApprovalRuleChanges,
): Promise<ApprovalRuleRow> => {
  await lockApprovalSettings(scope);
  const rule = await findApprovalRule(scope, id);
  const after = {
    limit: limit ?? rule.limit,
    sites: mergeIds(rule.sites, sites, sites_before),
    nodes: mergeIds(rule.nodes, nodes, nodes_before),
  };
  if (isUnchanged(rule, after)) return rule;
  if (rule.user) {
    if (after.sites.length + after.nodes.length === 0) failField("sites", ruleMessages.placeRequired);
    await mustBeFreePlaces(scope, rule.user.id, {
      sites: after.sites.filter((site) => !rule.sites.includes(site)),
      nodes: after.nodes.filter((node) => !rule.nodes.includes(node)),
    });
  } else if (after.sites.length + after.nodes.length > 0) {
    failField(after.sites.length > 0 ? "sites" : "nodes", ruleMessages.everywhere);
  }
  return (await changeCheckedRule(services, scope, rule, after)) ?? rule;
};

const isUnchanged = (rule: ApprovalRuleRow, { limit, sites, nodes }: LimitAndPlaces): boolean =>
  limit === rule.limit && isSameIds(sites, rule.sites) && isSameIds(nodes, rule.nodes);

/** A change whose places were checked while the settings were locked; nothing if it has no effect. */
export const changeCheckedRule = async (
  services: Services,
  scope: CompanyScope,
  rule: ApprovalRuleRow,
  after: LimitAndPlaces,
): Promise<ApprovalRuleRow | undefined> => {
  if (isUnchanged(rule, after)) return undefined;
  if (rule.user) await savePlaces(scope, rule.id, after);
  if (after.limit !== rule.limit) await queries.setLimit(scope, rule.id, after.limit);
  return finishChange(services, scope, "approval_rule.updated", await findApprovalRule(scope, rule.id), rule);
};

/** Not while an order is pending for it. */
export const deleteApprovalRule = async (services: Services, scope: CompanyScope, id: number) => {
  await lockApprovalSettings(scope);
  const rule = await findApprovalRule(scope, id);
  if (rule.has_pending_approvals) fail("rule.pending");
  await queries.deleteRule(scope, id);
  await finishChange(services, scope, "approval_rule.deleted", rule);
  return { detail: ruleMessages.deleted };
};

/** With its role, which is about to be deleted. */
export const deleteRuleOfRole = async (
  services: Services,
  scope: CompanyScope,
  roleId: number,
): Promise<void> => {
  const id = await queries.findRuleOfRole(scope, roleId);
  if (id !== undefined) await deleteApprovalRule(services, scope, id);
};

export const isSiteInRules = async (scope: CompanyScope, siteId: number): Promise<boolean> =>
  (await queries.rulesOfSite(scope, siteId)).length > 0;

/** A site is about to be deleted: it leaves its rules, and a rule for no other place goes with it. */
export const removeSiteFromRules = async (
  services: Services,
  scope: CompanyScope,
  siteId: number,
): Promise<void> => {
  for (const id of await queries.rulesOfSite(scope, siteId)) {
    const rule = await findApprovalRule(scope, id);
    const sites = rule.sites.filter((other) => other !== siteId);
    if (sites.length + rule.nodes.length === 0) await deleteApprovalRule(services, scope, id);
    else await updateApprovalRule(services, scope, id, { sites });
  }
};

/** The same for a node, which has no sites and no nodes below it. */
export const removeNodeFromRules = async (
  services: Services,
  scope: CompanyScope,
  nodeId: number,
): Promise<void> => {
  for (const id of await queries.rulesOfNode(scope, nodeId)) {
    const rule = await findApprovalRule(scope, id);
    const nodes = rule.nodes.filter((other) => other !== nodeId);
    if (nodes.length + rule.sites.length === 0) await deleteApprovalRule(services, scope, id);
    else await updateApprovalRule(services, scope, id, { nodes });
  }
};

/** With the user, who is about to be deleted: orders that are pending for them have another eligible approver. */
export const deleteRulesOfUser = async (
  services: Services,
  scope: CompanyScope,
  userId: number,
): Promise<void> => {
  for (const id of await queries.rulesOfUser(scope, userId)) {
    const rule = await findApprovalRule(scope, id);
    await queries.deleteRule(scope, id);
    await finishChange(services, scope, "approval_rule.deleted", rule);
  }
};

const finishChange = async (
  services: Services,
  scope: CompanyScope,
  action: `approval_rule.${"created" | "updated" | "deleted"}`,
  rule: ApprovalRuleRow,
  before?: ApprovalRuleRow,
): Promise<ApprovalRuleRow> => {
  const audited = ({ id, role, user, limit, sites, nodes }: ApprovalRuleRow) => ({
    id,
    role,
    user,
    limit,
    sites,
    nodes,
  });
  await addChangeEntry(scope, { action, record: audited(rule), before: before && audited(before) });
  announceRules(services, scope);
  return rule;
};

const mustBeFreeRole = async (scope: CompanyScope, roleId: number, limit: number): Promise<void> => {
  const role = (await queries.findRole(scope, roleId)) ?? failField("role", notFoundMessage("role"));
  if (role.has_rule) failField(...takenRole(limit));
};

interface Places {
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
}
type LimitAndPlaces = Places & { readonly limit: number };

/** The ids of the places that the picker shows as visible to a user. */
const placesSeenBy = async (scope: CompanyScope, userId: number) => {
  const shown = await approvalNodes(scope, userId);
  const seen = (places: readonly { id: number | null; visible: boolean }[]) =>
    new Set(places.filter(({ visible }) => visible).map(({ id }) => id));
  return { site: seen(shown.flatMap(({ sites }) => sites)), node: seen(shown) };
};

/** Places that exist in this company, are not used by a rule of another user, and can be approved at by this one. */
const mustBeFreePlaces = async (
  scope: CompanyScope,
  userId: number,
  { sites, nodes }: Places,
): Promise<void> => {
  if (!(await queries.findUser(scope, userId))) failField("user", notFoundMessage("user"));
  if (sites.length + nodes.length === 0) return;
  const seen = await placesSeenBy(scope, userId);
  for (const [kind, ids] of [
    ["site", sites],
    ["node", nodes],
  ] as const) {
    if (ids.length === 0) continue;
    const found = await queries.findPlaces(scope, kind, userId, ids);
    if (found.length < ids.length) failField(`${kind}s`, notFoundMessage(kind));
    const taken = found.find(({ is_taken }) => is_taken);
    if (taken) failField(`${kind}s`, ruleMessages.placeTaken(taken.name));
    const unseen = found.find(({ id }) => !seen[kind].has(id));
    if (unseen) failField(`${kind}s`, ruleMessages.placeUnseen(unseen.name));
  }
};

const savePlaces = async (scope: CompanyScope, id: number, { sites, nodes }: Places): Promise<void> => {
  await queries.setPlaces(scope, id, "site", sites);
  await queries.setPlaces(scope, id, "node", nodes);
};

const toPlace = ({ id, name, rule_id, is_taken, is_visible }: queries.PlaceRecord) => ({
  id,
  name,
  already_used: is_taken,
  user_approval_rule: rule_id,
  visible: is_visible,
});

/** A parent for sites without a node. */
const wholeCompany = (scope: CompanyScope, sites: readonly queries.PlaceRecord[]): ApprovalNode => ({
  id: null,
  name: scope.who.company?.name ?? "",
  parent: null,
  already_used: false,
  user_approval_rule: null,
  visible: true,
  sites: sites.map(toPlace),
});

/**
 * The nodes from the user's own down, with the sites the user may see; without hierarchy the company with its sites.
 * Places that a rule of the user names although they cannot see them are included.
 */
export const approvalNodes = async (scope: CompanyScope, userId: number): Promise<ApprovalNode[]> => {
  const user = (await queries.findUser(scope, userId)) ?? fail("not_found");
  if (!scope.who.company?.has_company_hierarchy) {
    return [wholeCompany(scope, await queries.companySites(scope, user))];
  }
  if (user.node_id === null && !user.is_company_admin) {
    const sites = await queries.policySites(scope, userId);
    return sites.length > 0 ? [wholeCompany(scope, sites)] : [];
  }
  const { nodes, sites } = await queries.userNodes(scope, user);
  const byNode = Map.groupBy(sites, ({ parent }) => parent);
  const known = new Set(nodes.map(({ id }) => id));
  const elsewhere = sites.filter(({ parent }) => parent === null || !known.has(parent));
  return [
    ...nodes.map((node) => ({
      ...toPlace(node),
      parent: node.parent,
      sites: (byNode.get(node.id) ?? []).map(toPlace),
    })),
    ...(elsewhere.length > 0 ? [wholeCompany(scope, elsewhere)] : []),
  ];
};
