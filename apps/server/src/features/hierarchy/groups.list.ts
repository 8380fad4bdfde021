import { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { type Group, NODES_IN_ROW } from "@mcc/contract/hierarchy/groups.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { requiredValue } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";

const fieldsOf = ({ companyId }: CompanyScope, untrimmed = false) => {
  const ofGroup = sql`from organization_nodes node where node.company_id = ${companyId} and node.group_id = kind.id`;
  const window = untrimmed ? sql`` : sql`limit ${sql.lit(NODES_IN_ROW)}`;
  const order = sql`${naturalSort(sql`name`)}, id`;
  return sql`kind.id, kind.name, kind.tree_visibility,
    (select count(*)::int ${ofGroup}) as nodes_count,
    (select coalesce(json_agg(json_build_object('name', name, 'id', id) order by ${order}), '[]')
      from (select name, id ${ofGroup} order by ${order} ${window}) as shown) as nodes`;
};

/** Groups as the list, the columns of other lists and the export read them. */
export const groupSource = plainList<typeof groupList, Group>(groupList, {
  from: sql`organization_groups kind`,
  id: sql`kind.id`,
  visible: ({ companyId }) => [sql`kind.company_id = ${companyId}`],
  extra: ({ tree_visibility: isVisible }) =>
    isVisible === undefined ? [] : [sql`kind.tree_visibility = ${isVisible}`],
  columns: { name: requiredValue(sql`kind.name`) },
  search: sql`kind.name`,
  fields: (scope, { query }) => fieldsOf(scope, query.untrimmed),
  toRows: (groups) => [...groups],
  isForSelectors: ({ untrimmed }) => untrimmed !== true,
});

export const findGroupRecord = async (scope: CompanyScope, id: number): Promise<Group | undefined> => {
  const { rows } = await sql<Group>`
    select ${fieldsOf(scope)} from organization_groups kind
    where kind.company_id = ${scope.companyId} and kind.id = ${id}`.execute(scope.db);
  return rows[0];
};
