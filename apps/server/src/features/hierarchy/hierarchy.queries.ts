import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Condition } from "../../platform/lists/list.ts";

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export const groupRows = (scope: CompanyScope, { limit, offset }: Paging, visibility: boolean | undefined) =>
  scope.db
    .selectFrom("organization_groups")
    .select(["id", "name", sql<number>`count(*) over ()`.as("count")])
    .$if(visibility !== undefined, (rows) => rows.where("tree_visibility", "=", visibility as boolean))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

export const nodeRows = (scope: CompanyScope, { limit, offset }: Paging) =>
  scope.db
    .selectFrom("organization_nodes")
    .select([
      "id",
      "name",
      "group_id as organization_group",
      "parent_id as parent",
      sql<number>`count(*) over ()`.as("count"),
    ])
    .orderBy(naturalSort(sql.ref("name")))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

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
