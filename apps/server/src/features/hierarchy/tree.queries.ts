import { SITES_IN_TREE } from "@mcc/contract/hierarchy/tree.schema.ts";
import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

export interface TreeRow {
  id: number;
  parent_id: number | null;
  name: string;
  type: string;
  tree_visibility: boolean;
  /** The first ones by name. */
  site_ids: number[];
  site_names: string[];
  sites_count: number;
  users_count: number;
  pending_orders_count: number;
}

/** Every node of the company, by name; sites, users and orders are each grouped by node once. */
export const treeRows = async ({ db, companyId }: CompanyScope): Promise<TreeRow[]> => {
  const ofNodes = sql`company_id = ${companyId} and deleted_at is null and node_id is not null`;
  const byName = sql`order by ${naturalSort(sql.ref("name"))}, id`;
  const first = sql`[1:${sql.lit(SITES_IN_TREE)}]`;
  const { rows } = await sql<TreeRow>`
    with site_counts as (
      select node_id, count(*)::int as sites_count,
        (array_agg(id ${byName}))${first} as site_ids, (array_agg(name ${byName}))${first} as site_names
      from sites where ${ofNodes} group by node_id),
    user_counts as (
      select node_id, count(*)::int as users_count from users where ${ofNodes} group by node_id),
    pending_at as (
      select site_id, count(*) as orders from orders
      where company_id = ${companyId} and status = ${sql.lit(PENDING_CODE)} group by site_id),
    order_counts as (
      select sites.node_id, sum(pending_at.orders)::int as pending_orders_count
      from pending_at join sites on sites.company_id = ${companyId} and sites.id = pending_at.site_id
      where sites.node_id is not null group by sites.node_id)
    select node.id, node.parent_id, node.name, organization_groups.name as type, organization_groups.tree_visibility,
      coalesce(site_ids, '{}') as site_ids, coalesce(site_names, '{}') as site_names, coalesce(sites_count, 0) as sites_count,
      coalesce(users_count, 0) as users_count, coalesce(pending_orders_count, 0) as pending_orders_count
    from organization_nodes node
      join organization_groups on organization_groups.company_id = ${companyId} and organization_groups.id = node.group_id
      left join site_counts on site_counts.node_id = node.id
      left join user_counts on user_counts.node_id = node.id
      left join order_counts on order_counts.node_id = node.id
    where node.company_id = ${companyId}
    order by ${naturalSort(sql.ref("node.name"))}, node.id`.execute(db);
  return rows;
};
