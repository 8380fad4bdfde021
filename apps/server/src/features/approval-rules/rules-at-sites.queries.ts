import type { ApprovalRule } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Condition } from "../../platform/lists/list.ts";

interface RuleRow {
  id: number;
  limit_amount: number;
  type: "role" | "user";
  holder_id: number;
  name: string;
  site_ids: number[];
  node_ids: number[];
}

/** The rules that require steps at one of these sites or nodes. */
export const rulesAt = async (
  { db, companyId }: CompanyData,
  siteIds: readonly number[],
  nodeIds: readonly number[],
): Promise<ApprovalRule[]> => {
  const rules = rulesWith(companyId, sql`>= 0`, { sites: sql`${siteIds}`, nodes: sql`${nodeIds}` });
  const { rows } = await sql<RuleRow>`${prepared("rules-at")} ${rules}`.execute(db);
  return rows.map(toRule);
};

/** The rules of blanket approvers at these places: rows of `site_id` and `path`, the site's node and its ancestors. */
export const blanketRulesAt = async (
  { db, companyId }: CompanyData,
  places: Condition,
): Promise<ApprovalRule[]> => {
  const rules = rulesWith(companyId, sql`= -1`, {
    sites: sql`array(select site_id from place)`,
    nodes: sql`array(select unnest(path) from place)`,
  });
  const { rows } = await sql<RuleRow>`${prepared("listed-blanket-rules")}
    with place as materialized (${places}) ${rules}`.execute(db);
  return rows.map(toRule);
};

const rulesWith = (
  companyId: number,
  limit: Condition,
  { sites, nodes }: Record<"sites" | "nodes", Condition>,
): Condition => sql`
    select rule.id, rule.limit_amount, case when rule.role_id is null then 'user' else 'role' end as type,
      coalesce(rule.role_id, rule.user_id) as holder_id,
      coalesce(roles.name, nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username) as name,
      coalesce(here.ids, '{}') as site_ids, coalesce(above.ids, '{}') as node_ids
    from approval_rules rule
    left join roles on roles.company_id = ${companyId} and roles.id = rule.role_id
    left join users on users.company_id = ${companyId} and users.id = rule.user_id and users.deleted_at is null
    left join lateral (select array_agg(site_id) as ids from approval_rule_sites
      where company_id = ${companyId} and rule_id = rule.id and site_id = any(${sites})) as here on true
    left join lateral (select array_agg(node_id) as ids from approval_rule_nodes
      where company_id = ${companyId} and rule_id = rule.id and node_id = any(${nodes})) as above on true
    where rule.company_id = ${companyId} and rule.limit_amount ${limit}
      and (roles.id is not null or (users.id is not null and (here.ids is not null or above.ids is not null)))`;

/** All rules of the company, with all of their places. */
export const companyRules = async ({ db, companyId }: CompanyData): Promise<ApprovalRule[]> => {
  const everywhere = (kind: "site" | "node") => sql`array(select ${sql.ref(`${kind}_id`)}
    from ${sql.table(`approval_rule_${kind}s`)} where company_id = ${companyId})`;
  const rules = rulesWith(companyId, sql`>= -1`, { sites: everywhere("site"), nodes: everywhere("node") });
  const { rows } = await sql<RuleRow>`${rules}`.execute(db);
  return rows.map(toRule);
};

/** The rules that name a user or a role, at all of their places; the lowest limit first. */
export const rulesNaming = async (
  { db, companyId }: CompanyData,
  userId: number,
  roleId: number | null,
): Promise<ApprovalRule[]> => {
  const { rows } = await sql<RuleRow>`
    select id, limit_amount, case when role_id is null then 'user' else 'role' end as type,
      coalesce(role_id, user_id) as holder_id, '' as name,
      array(select site_id from approval_rule_sites where company_id = ${companyId} and rule_id = rule.id) as site_ids,
      array(select node_id from approval_rule_nodes where company_id = ${companyId} and rule_id = rule.id) as node_ids
    from approval_rules rule
    where company_id = ${companyId} and (user_id = ${userId} or role_id = ${roleId})
    order by limit_amount, id`.execute(db);
  return rows.map(toRule);
};

const toRule = (row: RuleRow): ApprovalRule => ({
  id: row.id,
  limit: row.limit_amount,
  holder: { type: row.type, id: row.holder_id, name: row.name },
  siteIds: row.site_ids,
  nodeIds: row.node_ids,
});

/** For each of these nodes, itself and its ancestors. */
export const nodePaths = async (
  { db, companyId }: CompanyData,
  nodeIds: readonly number[],
): Promise<Map<number, number[]>> => {
  if (nodeIds.length === 0) return new Map();
  const { rows } = await sql<{ start: number; path: number[] }>`
    with recursive above as (
      select id as start, id, parent_id from organization_nodes
      where company_id = ${companyId} and id = any(${nodeIds})
      union all
      select above.start, node.id, node.parent_id
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
    select start, array_agg(id) as path from above group by start`.execute(db);
  return new Map(rows.map(({ start, path }) => [start, path]));
};
