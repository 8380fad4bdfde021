import { sql } from "kysely";
import { prepared } from "../../platform/connection.ts";
import { allOf, type Condition, LISTED } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { pathOf, sees } from "./question.queries.ts";

/** How orders that wait stand to the person who asks; the SQL of `actorsOf`, for many orders at once. */
export interface Standing {
  order_id: number;
  acted: boolean;
  may_act: boolean;
  barred: boolean;
}

const hasHierarchy = ({ who }: CompanyScope): boolean => who.company?.has_company_hierarchy === true;

/** Blanket rules by user cover their sites and, with hierarchy, the sites below their nodes. */
const blanketSites = ({ companyId }: CompanyScope, hierarchy: boolean, whose: Condition): Condition => {
  const named = sql`
    select rule.user_id, place.site_id from approval_rules rule
    join approval_rule_sites place on place.company_id = ${companyId} and place.rule_id = rule.id
    where rule.company_id = ${companyId} and rule.limit_amount = -1 and ${whose}`;
  if (!hierarchy) return named;
  return sql`(
    with recursive below as (
      select rule.user_id, place.node_id as id from approval_rules rule
      join approval_rule_nodes place on place.company_id = ${companyId} and place.rule_id = rule.id
      where rule.company_id = ${companyId} and rule.limit_amount = -1 and ${whose}
      union
      select below.user_id, child.id
      from below join organization_nodes child on child.company_id = ${companyId} and child.parent_id = below.id)
    select below.user_id, sites.id as site_id
    from below join sites on sites.company_id = ${companyId} and sites.node_id = below.id
    union all ${named})`;
};

/** Neither the one who placed the order, unless that is allowed, nor somebody who has approved it. */
const isFree = ({ companyId }: CompanyScope, userId: Condition): Condition => sql`(
  not exists (select from order_approvals
    where company_id = ${companyId} and order_id = step.order_id and user_id = ${userId})
  and (${userId} <> all(step.placed_by)
    or (select allow_self_approval from company_configurations where company_id = ${companyId})))`;

/** Placed by the person who asks, where nobody approves what they placed. */
const isBarred = ({ companyId, who }: CompanyScope): Condition => sql`(${who.id} = any(step.placed_by)
  and (select allow_self_approval from company_configurations where company_id = ${companyId}) is not true)`;

/** Named by the step, as a user or by role, or a blanket approver. */
const isMine = (scope: CompanyScope): Condition => {
  const { companyId, who } = scope;
  const mine = blanketSites(scope, hasHierarchy(scope), sql`rule.user_id = ${who.id}`);
  const byRole = who.role
    ? sql`or step.role_id = ${who.role.id} or exists (select from approval_rules
        where company_id = ${companyId} and role_id = ${who.role.id} and limit_amount = -1)`
    : sql``;
  return sql`(step.user_id = ${who.id} ${byRole}
    or step.site_id = any(array(select site_id from (${mine}) as covered)))`;
};

/** Nobody whom the step names, nor a blanket approver, sees the site and is free to act. */
const isNobodys = (scope: CompanyScope): Condition => {
  const { companyId } = scope;
  const hierarchy = hasHierarchy(scope);
  const able = sql`person.company_id = ${companyId} and person.deleted_at is null
    and ${sees(companyId, hierarchy, sql`step.site_id`, pathOf(companyId, sql`step.site_id`))}
    and ${isFree(scope, sql`person.id`)}`;
  return sql`(
    not exists (select from users person where ${able} and person.id = step.user_id)
    and not exists (select from users person where ${able} and person.role_id = step.role_id)
    and not exists (select from users person
      join approval_rules rule on rule.company_id = ${companyId} and rule.limit_amount = -1 and rule.role_id = person.role_id
      where ${able})
    and not exists (select from (${blanketSites(scope, hierarchy, sql`rule.user_id is not null`)}) as covered
      join users person on person.id = covered.user_id
      where ${able} and covered.site_id = step.site_id))`;
};

const mayAct = (scope: CompanyScope): Condition => {
  const entitled = scope.who.is_company_admin
    ? sql`(${isMine(scope)} or ${isNobodys(scope)})`
    : isMine(scope);
  return sql`(${entitled} and ${isFree(scope, sql`${scope.who.id}`)})`;
};

/** Every order that waits, by its current step, within what the scope may see. */
const waiting = ({ companyId, siteIds }: CompanyScope): Condition[] => [
  sql`step.company_id = ${companyId}`,
  sql`step.is_current`,
  ...(siteIds === "all" ? [] : [sql`step.site_id = any(${siteIds})`]),
];

/** The text is the same for everybody of a kind, and planning it takes longer than the work. */
const planned = (name: string, scope: CompanyScope): Condition => {
  const { who, siteIds } = scope;
  const kind = [hasHierarchy(scope), who.is_company_admin, who.role !== null, siteIds === "all"];
  return prepared(`${name}:${kind.map(Number).join("")}`);
};

/** Of the listed orders, those that wait. */
export const standingRows = async (scope: CompanyScope): Promise<Standing[]> => {
  const { companyId, who } = scope;
  const { rows } = await sql<Standing>`${planned("standing", scope)}
    select step.order_id, ${mayAct(scope)} as may_act, ${isBarred(scope)} as barred,
      exists (select from order_approvals
        where company_id = ${companyId} and order_id = step.order_id and user_id = ${who.id}) as acted
    from order_steps step where ${allOf([...waiting(scope), sql`step.order_id = any(${LISTED})`])}`.execute(
    scope.db,
  );
  return rows;
};

/** How many orders wait for the person who asks. */
export const countWaiting = async (scope: CompanyScope): Promise<number> => {
  const { rows } = await sql<{ count: number }>`${planned("waiting-count", scope)}
    select count(*)::int as count from order_steps step where ${allOf([...waiting(scope), mayAct(scope)])}`.execute(
    scope.db,
  );
  return rows[0]?.count ?? 0;
};
