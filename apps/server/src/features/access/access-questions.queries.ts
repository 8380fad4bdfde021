import type { SiteViewer } from "@mcc/contract/access/access-questions.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Window } from "../../platform/lists/list.ts";

interface SiteViewers {
  readonly id: number;
  readonly name: string;
  readonly node: string | null;
  readonly count: number;
  readonly results: SiteViewer[];
}

/** A site and the users who see it, by the condition that decides who may approve there; undefined if there is none. */
export const findSiteViewers = async (
  { db, companyId, who }: CompanyScope,
  siteId: number,
  { limit, offset }: Window,
): Promise<SiteViewers | undefined> => {
  const hierarchy = who.company?.has_company_hierarchy === true;
  const { rows } = await sql<SiteViewers>`
    with place as materialized (
      select site.id, site.name, site.node_id, ${nodePath(companyId, sql`site.id`)} as path
      from sites site where site.company_id = ${companyId} and site.id = ${siteId} and site.deleted_at is null),
    viewer as materialized (
      select person.id, person.username, ${personName} as name, person.role_id, person.node_id, person.is_company_admin
      from users person cross join place
      where person.company_id = ${companyId} and person.deleted_at is null and person.disabled_at is null
        and ${seesSite(companyId, hierarchy, sql`place.id`, sql`place.path`)}),
    shown as (select * from viewer order by ${naturalSort(sql`name`)}, id limit ${limit} offset ${offset})
    select place.id, place.name,
      (select name from organization_nodes where company_id = ${companyId} and id = place.node_id) as node,
      (select count(*)::int from viewer) as count,
      coalesce((select json_agg(json_build_object('id', shown.id, 'username', shown.username, 'name', shown.name,
        'role', roles.name, 'node', node.name, 'because', case
          when shown.is_company_admin then 'company_admin'
          when not ${hierarchy} then 'assigned'
          when shown.node_id is null then 'policy'
          when exists (select from policy_sites where company_id = ${companyId} and user_id = shown.id) then 'node_and_policy'
          else 'node' end) order by ${naturalSort(sql`shown.name`)}, shown.id)
        from shown
        left join roles on roles.company_id = ${companyId} and roles.id = shown.role_id
        left join organization_nodes node on node.company_id = ${companyId} and node.id = shown.node_id), '[]') as results
    from place`.execute(db);
  return rows[0];
};

/** The order with this identifier at the sites that the user may see. */
export const findOrderPlace = async ({ db, companyId, siteIds }: CompanyScope, identifier: string) => {
  const seen = siteIds === "all" ? sql`true` : sql`orders.site_id = any(${siteIds})`;
  const { rows } = await sql<{ id: number; site: { id: number; name: string } }>`
    select orders.id, json_build_object('id', sites.id, 'name', sites.name) as site
    from orders join sites on sites.company_id = ${companyId} and sites.id = orders.site_id
    where orders.company_id = ${companyId} and orders.identifier = ${identifier} and ${seen}`.execute(db);
  return rows[0];
};

export interface HolderSites {
  readonly role_id: number | null;
  readonly user_id: number | null;
  /** One of the people who are meant sees every site. */
  readonly sees_all: boolean;
  readonly site_ids: number[];
}

/** For each role or user that a rule names, the sites that its people see, by the function that their requests rest on. */
export const sitesOfHolders = async ({ db, companyId }: CompanyScope): Promise<HolderSites[]> => {
  const { rows } = await sql<HolderSites>`
    with named as materialized (
      select role_id, user_id from approval_rules where company_id = ${companyId}
      union
      select role_id, null from budgets where company_id = ${companyId} and role_id is not null),
    people as materialized (
      select named.role_id, named.user_id, users.id from named
      join users on users.company_id = ${companyId} and users.deleted_at is null and users.disabled_at is null
        and (users.id = named.user_id or users.role_id = named.role_id)),
    seen as materialized (
      select people.role_id, people.user_id, access.site_ids
      from people cross join lateral tenant.access_of_user(people.id) as access)
    select role_id, user_id, bool_or(site_ids is null) as sees_all,
      case when bool_or(site_ids is null) then '{}' else array(
        select distinct unnest(one.site_ids) from seen one
        where one.role_id is not distinct from seen.role_id and one.user_id is not distinct from seen.user_id) end as site_ids
    from seen group by role_id, user_id`.execute(db);
  return rows;
};

interface CoveredRule {
  readonly id: number;
  readonly name: string;
  readonly limit: number;
  readonly role_id: number | null;
  readonly user_id: number | null;
  readonly site_ids: number[];
  readonly node_ids: number[];
  /** A rule of a role, or a budget without places: it applies at every site. */
  readonly is_everywhere: boolean;
}

/** All rules of the company with their places, the lowest limit first, and the budgets with a further step. */
export const allRules = async ({ db, companyId }: CompanyScope): Promise<CoveredRule[]> => {
  const { rows } = await sql<CoveredRule>`select * from (
    select rule.id, rule.limit_amount as limit, rule.role_id, rule.user_id,
      coalesce(roles.name, ${personName}) as name, rule.role_id is not null as is_everywhere,
      array(select site_id from approval_rule_sites where company_id = ${companyId} and rule_id = rule.id) as site_ids,
      array(select node_id from approval_rule_nodes where company_id = ${companyId} and rule_id = rule.id) as node_ids
    from approval_rules rule
    left join roles on roles.company_id = ${companyId} and roles.id = rule.role_id
    left join users person on person.company_id = ${companyId} and person.id = rule.user_id
    where rule.company_id = ${companyId}
    union all
    select -budget.id, 0, budget.role_id, null, roles.name || ' (beyond ' || budget.name || ')',
      coverage.site_ids is null and coverage.node_ids is null, coalesce(coverage.site_ids, '{}'),
      case when coverage.site_ids is null then coalesce(coverage.node_ids, '{}') else '{}' end
    from budgets budget
    join roles on roles.company_id = ${companyId} and roles.id = budget.role_id
    join budget_coverages coverage on coverage.company_id = ${companyId} and coverage.budget_id = budget.id
      and coverage.revision = greatest(budget.revision, 1)
    where budget.company_id = ${companyId} and budget.deleted_at is null
    ) as each order by "limit", id < 0, abs(id)`.execute(db);
  return rows;
};

/** The sites of the company, by name. */
export const allSites = async ({ db, companyId }: CompanyScope) => {
  const { rows } = await sql<{ id: number; name: string; node_id: number | null }>`
    select id, name, node_id from sites where company_id = ${companyId} and deleted_at is null
    order by ${naturalSort(sql`name`)}, id`.execute(db);
  return rows;
};
