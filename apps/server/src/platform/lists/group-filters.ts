import { failField } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY } from "@mcc/contract/kit/list.ts";
import { UNKNOWN_PARAMETER } from "@mcc/contract/kit/list-schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../access/scope.ts";
import { naturalSort } from "../db/natural-sort.ts";
import { type Condition, contains } from "./list.ts";

/** A company without a hierarchy has no groups to filter by, or to ask for the values of. */
export const mustHaveGroups = (
  { who }: Pick<CompanyScope, "who">,
  { field, ...filters }: Readonly<Record<string, unknown>>,
): void => {
  if (who.company?.has_company_hierarchy) return;
  for (const [name, key] of [...Object.keys(filters).map((each) => [each, each]), ["field", field]]) {
    if (GROUP_KEY.test(String(key))) failField(String(name), UNKNOWN_PARAMETER);
  }
};

/** The id of the group that a filter key names, if it names one. */
export const groupIdOf = (key: string): number | undefined => {
  const group = GROUP_KEY.exec(key);
  return group ? Number(group[1]) : undefined;
};

/** The sites below the nodes of one hierarchy group that have this name. */
export const siteInGroup = (
  siteId: Condition,
  groupId: number,
  name: string,
): Condition => sql`${siteId} = any(array(
  with recursive below as (
    select id from organization_nodes where group_id = ${groupId} and name = ${name}
    union
    select child.id from organization_nodes child join below on child.parent_id = below.id)
  select sites.id from sites join below on below.id = sites.node_id))`;

/** The nodes of a group that are above a visible site and contain what was typed, whatever else is filtered. */
export const nodeNames = async (
  { db, siteIds }: CompanyScope,
  groupId: number,
  typed: string,
): Promise<string[]> => {
  const seen = siteIds === "all" ? sql`true` : sql`sites.id = any(${siteIds})`;
  const { rows } = await sql<{ name: string }>`
    with recursive above as (
      select node.id, node.parent_id, node.group_id, node.name
      from organization_nodes node where node.id in (select node_id from sites where ${seen})
      union
      select node.id, node.parent_id, node.group_id, node.name
      from above join organization_nodes node on node.id = above.parent_id)
    select distinct ${naturalSort(sql`name`)} as name from above
    where group_id = ${groupId} and ${contains(sql`name`, typed)} order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
