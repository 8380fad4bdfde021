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
