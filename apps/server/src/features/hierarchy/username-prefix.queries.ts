import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** The prefix of the company for usernames, which nodes without one above them have. */
const companyPrefix = (companyId: number) =>
  sql`(select username_prefix from company_configurations where company_id = ${companyId})`;

type PrefixOf = (node: number) => string | undefined;

/** Up to so many nodes, the nodes above each are read; for more, every node of the company once. */
const FEW_NODES = 100;

/** The prefix of the usernames at each of these nodes: its own, else that of the nearest node above it. */
export const usernamePrefixes = (scope: CompanyScope, nodeIds: readonly number[]): Promise<PrefixOf> =>
  nodeIds.length > FEW_NODES ? allPrefixes(scope) : prefixesOf(scope, nodeIds);

/** Found in memory: a recursion in the database takes ten times as long for thousands of nodes. */
const allPrefixes = async ({ db, companyId }: CompanyScope): Promise<PrefixOf> => {
  const { rows } = await sql<{ id: number; parent_id: number | null; username_prefix: string | null }>`
    select node.id, node.parent_id,
      coalesce(own.username_prefix, case when node.parent_id is null then coalesce(${companyPrefix(companyId)}, '') end)
        as username_prefix
    from organization_nodes node left join node_configurations own
      on own.company_id = ${companyId} and own.node_id = node.id and own.username_prefix <> ''
    where node.company_id = ${companyId}`.execute(db);
  const nodes = new Map(rows.map((node) => [node.id, node]));
  return (node) => {
    let at = nodes.get(node);
    while (at && at.username_prefix === null && at.parent_id !== null) at = nodes.get(at.parent_id);
    return at?.username_prefix ?? undefined;
  };
};

const prefixesOf = async ({ db, companyId }: CompanyScope, nodeIds: readonly number[]): Promise<PrefixOf> => {
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
