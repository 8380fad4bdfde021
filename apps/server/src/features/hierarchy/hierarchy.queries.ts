import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Condition } from "../../platform/lists/list.ts";

/** A node and the nodes above it, with their distance from it. */
const aboveNode = (companyId: number, node: number | null) => sql`
    with recursive above as (
      select id, parent_id, 1 as distance from organization_nodes where company_id = ${companyId} and id = ${node}
      union all
      select node.id, node.parent_id, above.distance + 1
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)`;

/** Whether the nearest node with a configuration, from this one up, is a buyout node. */
export const isBuyoutNode = async ({ db, companyId }: CompanyScope, node: number): Promise<boolean> => {
  const { rows } = await sql<{ is_buyout_node: boolean }>`${aboveNode(companyId, node)}
    select own.is_buyout_node from above
    join node_configurations own on own.company_id = ${companyId} and own.node_id = above.id
    order by above.distance limit 1`.execute(db);
  return rows[0]?.is_buyout_node === true;
};

/** Site ids by an expression, and a name for it: statements over it are planned once. */
export interface SiteSelection {
  readonly ids: Condition;
  readonly name: string;
}

/** For each site that an expression returns, the node above it in every hierarchy group. */
export const groupsOfSites = async ({ db, companyId }: CompanyScope, { ids, name }: SiteSelection) => {
  const { rows } = await sql<{
    site_id: number;
    id: number;
    name: string;
    node: string;
  }>`${prepared(`groups-of:${name}`)}
    with recursive above as (
      select sites.id as site_id, node.id, node.parent_id, node.group_id, node.name
      from sites join organization_nodes node on node.id = sites.node_id and node.company_id = ${companyId}
      where sites.company_id = ${companyId} and sites.id = any(${ids})
      union all
      select above.site_id, node.id, node.parent_id, node.group_id, node.name
      from above join organization_nodes node on node.id = above.parent_id and node.company_id = ${companyId})
    select above.site_id, organization_groups.id, organization_groups.name, above.name as node
    from above join organization_groups on organization_groups.id = above.group_id
    where organization_groups.company_id = ${companyId}
    order by above.site_id, organization_groups.id`.execute(db);
  return Map.groupBy(rows, (row) => row.site_id);
};

/** For each of these nodes, the node of every hierarchy group from it upward. */
export const groupsOfNodeIds = async ({ db, companyId }: CompanyScope, nodeIds: readonly number[]) => {
  const { rows } = await sql<{ start: number; id: number; name: string; node: string }>`
    with recursive above as (
      select id as start, parent_id, group_id, name from organization_nodes
      where company_id = ${companyId} and id = any(${nodeIds})
      union all
      select above.start, node.parent_id, node.group_id, node.name
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
    select above.start, organization_groups.id, organization_groups.name, above.name as node
    from above join organization_groups on organization_groups.id = above.group_id
    where organization_groups.company_id = ${companyId}
    order by above.start, organization_groups.id`.execute(db);
  return Map.groupBy(rows, (row) => row.start);
};
