import { failField } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import { UNKNOWN_PARAMETER } from "@mcc/contract/kit/list-schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../access/scope.ts";
import { naturalSort } from "../db/natural-sort.ts";
import { type Condition, contains } from "./list.ts";
import type { Filters } from "./plain-columns.ts";

/** The id of the group in a filter key; undefined for other keys. */
const groupIdOf = (key: string): number | undefined => {
  const group = GROUP_KEY.exec(key);
  return group ? Number(group[1]) : undefined;
};

/** Those of these groups that the company has; without a hierarchy it has none. */
const knownGroups = async (
  { who, db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<readonly number[]> => {
  if (!who.company?.has_company_hierarchy) return [];
  const { rows } = await sql<{ id: number }>`
    select id from organization_groups
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Filters by groups that the company does not have, and requests for their values, are refused. Only a request that
 * names a group asks the database.
 */
export const mustHaveGroups = async (
  scope: CompanyScope,
  { field, ...filters }: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const named = [...Object.keys(filters).map((key) => [key, key]), ["field", String(field)]].flatMap(
    ([name = "", key = ""]) => {
      const id = groupIdOf(key);
      return id === undefined ? [] : [{ name, id }];
    },
  );
  if (named.length === 0) return;
  const known = await knownGroups(
    scope,
    named.map(({ id }) => id),
  );
  const unknown = named.find(({ id }) => !known.includes(id));
  if (unknown) failField(unknown.name, UNKNOWN_PARAMETER);
};

/** The sites below the nodes of one hierarchy group that have one of these names. */
const siteInGroup = (
  siteId: Condition,
  groupId: number,
  names: readonly string[],
): Condition => sql`${siteId} = any(array(
  with recursive below as (
    select id from organization_nodes where group_id = ${groupId} and name = any(${names})
    union
    select child.id from organization_nodes child join below on child.parent_id = below.id)
  select sites.id from sites join below on below.id = sites.node_id))`;

/** The conditions of the hierarchy groups among the filters, on the site of a row. */
export const groupFilters = (siteId: Condition, filters: Filters): Condition[] =>
  Object.entries(filters).flatMap(([key, names]) => {
    const group = groupIdOf(key);
    return group && names ? [siteInGroup(siteId, group, names as readonly string[])] : [];
  });

/**
 * Suggested values if the field is a group: names of its nodes above a visible site that contain what was typed. Other
 * filters do not matter.
 */
export const groupSuggestions = async (
  { db, siteIds }: CompanyScope,
  { field, ...filters }: SuggestQuery,
): Promise<string[] | undefined> => {
  const groupId = groupIdOf(field);
  if (groupId === undefined) return undefined;
  const typed = (filters as Filters)[field] as readonly string[] | undefined;
  const matches = sql.join(
    (typed ?? [""]).map((part) => contains(sql`name`, part)),
    sql` or `,
  );
  const seen = siteIds === "all" ? sql`true` : sql`sites.id = any(${siteIds})`;
  const { rows } = await sql<{ name: string }>`
    with recursive above as (
      select node.id, node.parent_id, node.group_id, node.name
      from organization_nodes node where node.id in (select node_id from sites where ${seen})
      union
      select node.id, node.parent_id, node.group_id, node.name
      from above join organization_nodes node on node.id = above.parent_id)
    select distinct ${naturalSort(sql`name`)} as name from above
    where group_id = ${groupId} and (${matches}) order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
