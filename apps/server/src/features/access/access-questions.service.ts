import type { Coverage, OrderAccess } from "@mcc/contract/access/access-questions.schema.ts";
import { type ApprovalRule, covers } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import { currentApprovers } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { isBarred } from "@mcc/contract/approval-steps/entitlements.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { nodePaths } from "../approval-rules/approval-rules.service.ts";
import { decisionContext } from "../approval-steps/approval-steps.service.ts";
import * as queries from "./access-questions.queries.ts";

export { findSiteViewers } from "./access-questions.queries.ts";

/** Who may approve the order now, by the rules that an approval is checked with. */
export const approversOfOrder = async (scope: CompanyScope, identifier: string): Promise<OrderAccess> => {
  const { id, site } = (await queries.findOrderPlace(scope, identifier)) ?? fail("not_found");
  const { listed, answer } = listKnownIds(scope.db, [id]);
  const [, { order, approvers }] = await Promise.all([answer, decisionContext(scope, listed)]);
  const person = ({ id: userId, name, username }: { id: number; name: string; username: string }) => ({
    id: userId,
    name,
    username,
  });
  return {
    identifier: order.identifier,
    status: order.status,
    total: order.total,
    site,
    allow_self_approval: approvers.allowSelfApproval,
    steps: order.steps.map(({ position, name, limit, state, reason }) => ({
      ...{ position, name, limit, state, ...(reason && { reason }) },
    })),
    approvers: currentApprovers(order, approvers).map((entitled) => ({
      ...person(entitled.person),
      by: entitled.by,
      principal: entitled.deputyFor?.principal.name ?? null,
    })),
    barred: approvers.people.filter((each) => isBarred(each.id, order, approvers)).map(person),
  };
};

type Site = Awaited<ReturnType<typeof queries.allSites>>[number];
type UncoveredSite = Coverage["sites"]["results"][number];
type UnusedRule = Coverage["rules"]["results"][number];

/** A rule with the sites where its people may act. */
interface RuleCoverage {
  readonly rule: { readonly id: number; readonly name: string; readonly limit: number };
  readonly appliesAt: (site: Site) => boolean;
  readonly canActAt: (site: Site) => boolean;
}

const ruleCoverages = async (scope: CompanyScope, sites: readonly Site[]): Promise<RuleCoverage[]> => {
  const [rules, holders] = [await queries.allRules(scope), await queries.sitesOfHolders(scope)];
  const hierarchy = scope.who.company?.has_company_hierarchy === true;
  const nodes = hierarchy ? new Set(sites.flatMap(({ node_id }) => node_id ?? [])) : [];
  const paths = await nodePaths(scope, [...nodes]);
  return rules.map(({ role_id, user_id, site_ids, node_ids, is_everywhere, ...rule }) => {
    const holder = holders.find((each) => each.role_id === role_id && each.user_id === user_id);
    const seen = new Set(holder?.site_ids);
    const named = new Set(site_ids);
    const type = is_everywhere ? "role" : "user";
    const places = { holder: { type, id: 0, name: "" }, nodeIds: node_ids } satisfies Partial<ApprovalRule>;
    return {
      rule,
      appliesAt: ({ id, node_id }) =>
        covers(
          { ...places, siteIds: named.has(id) ? [id] : [] },
          { siteId: id, nodePath: (node_id !== null && paths.get(node_id)) || [] },
        ),
      canActAt: ({ id }) => holder?.sees_all === true || seen.has(id),
    };
  });
};

/**
 * The sites where a step would be left to company admins, as nobody whom its rule names sees them and no blanket
 * approver does; and the rules that cover no site, or by which nobody can approve anywhere.
 */
export const approvalCoverage = async (
  scope: CompanyScope,
): Promise<{ sites: UncoveredSite[]; rules: UnusedRule[] }> => {
  if (scope.who.company?.has_order_approval !== true) return { sites: [], rules: [] };
  const all = await queries.allSites(scope);
  const coverages = await ruleCoverages(scope, all);
  const used = new Map(coverages.map(({ rule }) => [rule.id, { applies: false, acts: false }]));
  const sites: UncoveredSite[] = [];
  for (const site of all) {
    const here = coverages.filter(({ appliesAt }) => appliesAt(site));
    const missing = here.filter(({ canActAt }) => !canActAt(site));
    for (const each of here) {
      const use = used.get(each.rule.id);
      if (use) Object.assign(use, { applies: true, acts: use.acts || !missing.includes(each) });
    }
    const hasBlanket = here.some((each) => each.rule.limit === -1 && !missing.includes(each));
    const rules = missing.map(({ rule }) => rule).filter(({ limit }) => limit !== -1);
    if (!hasBlanket && rules.length > 0) sites.push({ id: site.id, name: site.name, rules });
  }
  const rules = coverages.flatMap(({ rule }): UnusedRule[] => {
    const use = used.get(rule.id);
    if (use?.acts) return [];
    return [{ ...rule, because: use?.applies ? "no_approver" : "no_site" }];
  });
  return { sites, rules };
};
