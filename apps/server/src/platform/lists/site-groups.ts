import { sql } from "kysely";
import type { CompanyScope } from "../access/scope.ts";
import { prepared } from "../db/connection.ts";
import type { Condition } from "./list.ts";

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
const groupsOfNodeIds = async ({ db, companyId }: CompanyScope, nodeIds: readonly number[]) => {
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

interface GroupNode {
  readonly id: number;
  readonly name: string;
  readonly node: string;
}
type GroupsOf = (id: number) => GroupNode[];

const lookUpGroups =
  (found: ReadonlyMap<number, readonly GroupNode[]>): GroupsOf =>
  (of) =>
    (found.get(of) ?? []).map(({ id, name, node }) => ({ id, name, node }));

const hasHierarchy = ({ who }: CompanyScope): boolean => who.company?.has_company_hierarchy === true;

/** The groups of each of these sites, none in a company without a hierarchy; for the rows of a list. */
export const groupsOfSelection = async (scope: CompanyScope, sites: SiteSelection): Promise<GroupsOf> =>
  lookUpGroups(hasHierarchy(scope) ? await groupsOfSites(scope, sites) : new Map());

/** The groups of each of these nodes likewise. */
export const groupsOfNodes = async (scope: CompanyScope, nodeIds: readonly number[]): Promise<GroupsOf> =>
  lookUpGroups(hasHierarchy(scope) && nodeIds.length > 0 ? await groupsOfNodeIds(scope, nodeIds) : new Map());
