import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

export interface VisibleSite {
  readonly id: number;
  readonly name: string;
  readonly node_id: number | null;
  readonly node: string | null;
}

/** The sites that the user of this scope sees, by name. */
export const visibleSites = async ({ db, companyId, siteIds }: CompanyScope): Promise<VisibleSite[]> => {
  const seen = siteIds === "all" ? sql`true` : sql`sites.id = any(${siteIds})`;
  const { rows } = await sql<VisibleSite>`
    select sites.id, sites.name, sites.node_id, node.name as node from sites
    left join organization_nodes node on node.company_id = ${companyId} and node.id = sites.node_id
    where sites.company_id = ${companyId} and sites.deleted_at is null and ${seen}
    order by ${naturalSort(sql`sites.name`)}, sites.id`.execute(db);
  return rows;
};

interface Grounds {
  readonly role: {
    id: number;
    name: string;
    can_impersonate: boolean;
    can_view_order_tracking: boolean;
  } | null;
  readonly node: { id: number; name: string } | null;
  readonly policy_count: number;
  readonly allow_self_approval: boolean;
}

/** What the user's rights and sites come from. */
export const findGrounds = async ({ db, companyId, who }: CompanyScope): Promise<Grounds | undefined> => {
  const { rows } = await sql<Grounds>`
    select
      (select json_build_object('id', id, 'name', name, 'can_impersonate', can_impersonate,
         'can_view_order_tracking', can_view_order_tracking)
       from roles where company_id = ${companyId} and id = users.role_id) as role,
      (select json_build_object('id', id, 'name', name)
       from organization_nodes where company_id = ${companyId} and id = users.node_id) as node,
      (select count(*)::int from policy_sites where company_id = ${companyId} and user_id = users.id) as policy_count,
      coalesce((select allow_self_approval from company_configurations where company_id = ${companyId}), false)
        as allow_self_approval
    from users where company_id = ${companyId} and id = ${who.id}`.execute(db);
  return rows[0];
};

/**
 * Users who see no site. A quick condition finds those who may, then the function that requests rest on decides; a user
 * with sites is never among the former unless a policy leaves none of them.
 */
export const usersWithoutSites = async ({ db, companyId, who }: CompanyScope, named: number) => {
  const policy = sql`exists (select from policy_sites where company_id = ${companyId} and user_id = users.id)`;
  const suspect =
    who.company?.has_company_hierarchy === true
      ? sql`(users.node_id is null or ${policy} or not exists (select from above where above.id = users.node_id))`
      : sql`not exists (select from site_users
          join sites on sites.company_id = ${companyId} and sites.id = site_users.site_id and sites.deleted_at is null
          where site_users.company_id = ${companyId} and site_users.user_id = users.id)`;
  const { rows } = await sql<{ count: number; results: { id: number; name: string; username: string }[] }>`
    with recursive above as (
      select distinct node.id, node.parent_id from sites
      join organization_nodes node on node.company_id = ${companyId} and node.id = sites.node_id
      where sites.company_id = ${companyId} and sites.deleted_at is null
      union
      select node.id, node.parent_id
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id),
    suspect as materialized (
      select id, username, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name from users
      where company_id = ${companyId} and deleted_at is null and disabled_at is null and not is_company_admin and ${suspect}),
    blind as materialized (
      select suspect.* from suspect cross join lateral tenant.access_of_user(suspect.id) as access
      where not exists (select from sites where company_id = ${companyId} and deleted_at is null
        and (access.site_ids is null or id = any(access.site_ids))))
    select (select count(*)::int from blind) as count,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'username', username))
        from (select * from blind order by ${naturalSort(sql`name`)}, id limit ${named}) as first), '[]') as results`.execute(
    db,
  );
  return rows[0] ?? { count: 0, results: [] };
};

/** The budgets whose further step the role of the user approves. */
export const budgetsDecidedBy = async ({
  db,
  companyId,
  who,
}: CompanyScope): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from budgets
    where company_id = ${companyId} and role_id = ${who.role?.id ?? null} and deleted_at is null
    order by ${naturalSort(sql`name`)}, id limit 100`.execute(db);
  return rows;
};
