import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** The prefix of the company for usernames, which nodes without one above them have. */
const companyPrefix = (companyId: number) =>
  sql`(select username_prefix from company_configurations where company_id = ${companyId})`;

/** The prefix of the usernames at each of these nodes: its own, else that of the nearest node above it. */
export const usernamePrefixes = async (
  { db, companyId }: CompanyScope,
  nodeIds: readonly number[],
): Promise<(node: number) => string | undefined> => {
  const { rows } = await sql<{ start: number; username_prefix: string }>`
    with recursive above as (
      select id as start, id, parent_id, 1 as distance from organization_nodes
      where company_id = ${companyId} and id = any(${nodeIds})
      union all
      select above.start, node.id, node.parent_id, above.distance + 1
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
    select distinct on (above.start) above.start,
      coalesce(own.username_prefix, ${companyPrefix(companyId)}, '') as username_prefix
    from above left join node_configurations own
      on own.company_id = ${companyId} and own.node_id = above.id and own.username_prefix <> ''
    order by above.start, (own.node_id is null), above.distance`.execute(db);
  const found = new Map(rows.map(({ start, username_prefix }) => [start, username_prefix]));
  return (node) => found.get(node);
};

/** The prefix at one node, or of the company when there is none; nothing when there is no such node. */
export const findUsernamePrefix = async (
  scope: CompanyScope,
  node: number | null,
): Promise<string | undefined> => {
  if (node !== null) return (await usernamePrefixes(scope, [node]))(node);
  const { rows } = await sql<{ username_prefix: string | null }>`
    select ${companyPrefix(scope.companyId)} as username_prefix`.execute(scope.db);
  return rows[0]?.username_prefix ?? "";
};
