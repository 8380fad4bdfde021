import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

interface Window {
  readonly limit: number;
  readonly offset: number;
}

export const groupRows = (scope: CompanyScope, { limit, offset }: Window, visibility: boolean | undefined) =>
  scope.db
    .selectFrom("organization_groups")
    .select(["id", "name", sql<number>`count(*) over ()`.as("count")])
    .$if(visibility !== undefined, (rows) => rows.where("tree_visibility", "=", visibility as boolean))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

export const nodeRows = (scope: CompanyScope, { limit, offset }: Window) =>
  scope.db
    .selectFrom("organization_nodes")
    .select([
      "id",
      "name",
      "group_id as organization_group",
      "parent_id as parent",
      sql<number>`count(*) over ()`.as("count"),
    ])
    .orderBy("name")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

/** For each site, the node above it in every hierarchy group. */
export const groupsOfSites = async ({ db }: CompanyScope, siteIds: readonly number[]) => {
  const { rows } = await sql<{ site_id: number; id: number; name: string; node: string }>`
    with recursive above as (
      select sites.id as site_id, node.id, node.parent_id, node.group_id, node.name
      from sites join organization_nodes node on node.id = sites.node_id where sites.id = any(${siteIds})
      union all
      select above.site_id, node.id, node.parent_id, node.group_id, node.name
      from above join organization_nodes node on node.id = above.parent_id)
    select above.site_id, organization_groups.id, organization_groups.name, above.name as node
    from above join organization_groups on organization_groups.id = above.group_id
    order by above.site_id, organization_groups.id`.execute(db);
  return Map.groupBy(rows, (row) => row.site_id);
};

/** A group column is a select: every node of the group is offered. */
export const nodeNames = async ({ db }: CompanyScope, groupId: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from organization_nodes where group_id = ${groupId} order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
