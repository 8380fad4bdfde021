import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import type { Condition } from "../../platform/lists/list.ts";
import {
  companyOf,
  doubtfulSteps,
  isUnassigned,
  unassignedOrderIds,
  withEligible,
} from "./user-approval.queries.ts";

/** Pending orders whose current step nobody decided about in time: its approvers were reminded, or it was escalated. */
export const overdueOrders = ({ companyId }: CompanyScope): Condition => sql`
  select order_id from order_steps
  where company_id = ${companyId} and is_current and (reminders > 0 or escalated_at is not null)`;

/** Pending orders that no one but a company admin can decide about. */
export const unassignedOrders = (scope: CompanyScope): Condition => unassignedOrderIds(companyOf(scope));

/** The rules that require steps, each with a site it applies to: of a role at every site, of a user at the named places. */
const rulesAtSites = (scope: CompanyScope): Condition => {
  const { companyId } = scope;
  const ofSite = sql`sites.company_id = ${companyId} and sites.deleted_at is null`;
  const ofRule = sql`rule.company_id = ${companyId} and rule.limit_amount >= 0`;
  const named = sql`
    select sites.id as site_id, rule.user_id, rule.role_id from approval_rules rule
    join approval_rule_sites place on place.company_id = ${companyId} and place.rule_id = rule.id
    join sites on ${ofSite} and sites.id = place.site_id
    where ${ofRule} and rule.user_id is not null`;
  const below = sql`
    select sites.id, rule.user_id, rule.role_id from approval_rules rule
    join approval_rule_nodes place on place.company_id = ${companyId} and place.rule_id = rule.id
    join sites on ${ofSite} and place.node_id = any(${nodePath(companyId, sql`sites.id`)})
    where ${ofRule} and rule.user_id is not null`;
  return sql`
    select sites.id as site_id, null::bigint as user_id, rule.role_id from approval_rules rule join sites on ${ofSite}
    where ${ofRule} and rule.role_id is not null
    union all
    select sites.id, null, budget.role_id from budgets budget
    join budget_coverages coverage on coverage.company_id = ${companyId} and coverage.budget_id = budget.id
      and coverage.revision = greatest(budget.revision, 1)
    join sites on ${ofSite} and (coverage.site_ids is null or sites.id = any(coverage.site_ids))
      and (coverage.node_ids is null or coverage.node_ids && ${nodePath(companyId, sql`sites.id`)})
    where budget.company_id = ${companyId} and budget.role_id is not null and budget.deleted_at is null
    union all ${named} ${companyOf(scope).hierarchy ? sql`union all ${below}` : sql``}`;
};

/** Sites where nobody whom a rule names could decide about an order: as if a step of each rule were pending there. */
export const sitesWithoutApprover = (scope: CompanyScope): Condition => {
  const company = companyOf(scope);
  return sql`
    with waiting as materialized (
      select needed.*, '{}'::bigint[] as placed_by, '{}'::bigint[] as approved_by, true as own_allowed
      from (${rulesAtSites(scope)}) as needed),
    doubtful as materialized (${doubtfulSteps(company)})
    select step.site_id from ${withEligible(company, sql`doubtful`)} as step where ${isUnassigned}`;
};

/** A user as they were, before they could not decide something anymore. */
export interface FormerApprover {
  readonly id: number;
  readonly role_id: number | null;
  readonly node_id: number | null;
  readonly site_ids: readonly number[];
  readonly is_company_admin: boolean;
}

/** Thousands of users who had the same access are looked at together. */
const withSameAccess = (former: readonly FormerApprover[]) =>
  [...Map.groupBy(former, ({ id: _, ...access }) => JSON.stringify(access)).values()].flatMap(
    ([first, ...others]) => (first ? [{ ...first, ids: [first.id, ...others.map(({ id }) => id)] }] : []),
  );

/** The rules and sites that these users could decide about, and now nobody whom the rule names can. */
export const rulesLostWith = (scope: CompanyScope, users: readonly FormerApprover[]): Condition => {
  const company = companyOf(scope);
  const { companyId, hierarchy } = company;
  const saw = hierarchy
    ? sql`exists (select from (
        select unnest(former.ids) as id, former.node_id, former.is_company_admin) as person
        where ${seesSite(companyId, true, sql`needed.site_id`, nodePath(companyId, sql`needed.site_id`))})`
    : sql`(former.is_company_admin or needed.site_id = any(former.site_ids))`;
  return sql`
    with former as materialized (
      select given.*, exists (select from approval_rules rule
        where rule.company_id = ${companyId} and rule.limit_amount = -1
          and (rule.user_id = any(given.ids) or rule.role_id = given.role_id)) as is_blanket
      from json_to_recordset(${JSON.stringify(withSameAccess(users))}::json)
        as given (ids bigint[], role_id bigint, node_id bigint, site_ids bigint[], is_company_admin boolean)),
    waiting as materialized (
      select needed.*, '{}'::bigint[] as placed_by, '{}'::bigint[] as approved_by, true as own_allowed
      from (${rulesAtSites(scope)}) as needed where exists (select from former
        where (needed.user_id = any(former.ids) or needed.role_id = former.role_id or former.is_blanket)
          and ${saw})),
    doubtful as materialized (${doubtfulSteps(company)})
    select distinct step.site_id, step.user_id, step.role_id
    from ${withEligible(company, sql`doubtful`)} as step where ${isUnassigned}`;
};
