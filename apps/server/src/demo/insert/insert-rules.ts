import type pg from "pg";
import { type Rule, subtree, type User } from "../company.ts";
import type { CompanyPlan, RulePlan } from "../company-plan.ts";
import type { Places } from "./insert-places.ts";
import { insertRows, withIds } from "./insert-rows.ts";

interface CompanyParts extends Places {
  readonly users: readonly User[];
  readonly roleIds: ReadonlyMap<string, number>;
}

export const insertRules = async (
  client: pg.ClientBase,
  companyId: number,
  plan: CompanyPlan,
  { sites, nodeIds, users, roleIds }: CompanyParts,
  founded: Date,
): Promise<Rule[]> => {
  const covered = ({ user, nodes = [], sites: named = [] }: RulePlan) => {
    if (!user) return undefined;
    const below = nodes.flatMap((node) => subtree(plan, node));
    const inside = sites.filter(({ name, node }) => named.includes(name) || below.includes(node ?? ""));
    return new Set(inside.map(({ id }) => id));
  };
  const rules = await withIds(
    client,
    "approval_rules",
    plan.rules.map((rule) => ({
      name: rule.role ?? rule.user ?? "",
      roleId: (rule.role && roleIds.get(rule.role)) || null,
      userId: users.find(({ name }) => name === rule.user)?.id ?? null,
      limit: rule.limit,
      coveredSites: covered(rule),
      rule,
    })),
  );
  await insertRows(
    client,
    "approval_rules",
    rules.map(({ id, roleId, userId, limit }) => ({
      id,
      company_id: companyId,
      role_id: roleId,
      user_id: userId,
      limit_amount: limit,
      created_at: founded,
      updated_at: founded,
    })),
  );
  await insertRows(
    client,
    "approval_rule_nodes",
    rules.flatMap(({ id, rule }) =>
      (rule.nodes ?? []).map((node) => ({ company_id: companyId, rule_id: id, node_id: nodeIds.get(node) })),
    ),
  );
  const siteIds = new Map(sites.map(({ id, name }) => [name, id]));
  await insertRows(
    client,
    "approval_rule_sites",
    rules.flatMap(({ id, rule }) =>
      (rule.sites ?? []).map((site) => ({ company_id: companyId, rule_id: id, site_id: siteIds.get(site) })),
    ),
  );
  return rules;
};
