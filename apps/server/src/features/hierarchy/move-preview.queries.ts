import { SITES_IN_PREVIEW, USERS_IN_PREVIEW } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

export interface Move {
  readonly nodeId: number;
  readonly from: number | null;
  readonly to: number;
}

/** A node and all nodes above it. */
const pathUp = (companyId: number, name: string, node: number | null) => sql`${sql.raw(name)} as (
      select id, parent_id from organization_nodes where company_id = ${companyId} and id = ${node}
      union all
      select node.id, node.parent_id from ${sql.raw(name)} as lower
      join organization_nodes node on node.company_id = ${companyId} and node.id = lower.parent_id)`;

const movedOf = (companyId: number, nodeId: number) => sql`below as (
      select id from organization_nodes where company_id = ${companyId} and id = ${nodeId}
      union all
      select child.id from below join organization_nodes child
        on child.company_id = ${companyId} and child.parent_id = below.id),
    moved as materialized (
      select id, name from sites
      where company_id = ${companyId} and deleted_at is null and node_id in (select id from below))`;

export const countMoved = async ({ db, companyId }: CompanyScope, nodeId: number) => {
  const { rows } = await sql<{ nodes_count: number; sites_count: number }>`
    with recursive ${movedOf(companyId, nodeId)}
    select (select count(*)::int from below) as nodes_count, (select count(*)::int from moved) as sites_count`.execute(
    db,
  );
  return rows[0] ?? { nodes_count: 0, sites_count: 0 };
};

export interface MovedUser {
  change: "gains" | "loses";
  users_count: number;
  id: number;
  first_name: string;
  last_name: string;
  sites_count: number;
  sites: { id: number; name: string }[];
}

/**
 * The users whose sites change if a node moves, by the rule of `mcc.access_of`: those at or above its new parent gain
 * the sites at it and below it, those at or above its old one lose them, unless they are at or above both; a policy
 * limits which. Company admins see every site anyway.
 */
export const movedUsers = async (
  { db, companyId }: CompanyScope,
  { nodeId, from, to }: Move,
): Promise<MovedUser[]> => {
  const at = (path: string, other: string) => sql`users.company_id = ${companyId} and users.deleted_at is null
        and not users.is_company_admin
        and users.node_id in (select id from ${sql.raw(path)} except select id from ${sql.raw(other)})`;
  const policy = sql`policy_sites policy where policy.company_id = ${companyId} and policy.user_id = concerned.id`;
  const { rows } = await sql<MovedUser>`
    with recursive ${movedOf(companyId, nodeId)},
    ${pathUp(companyId, "old_path", from)},
    ${pathUp(companyId, "new_path", to)},
    concerned as (
      select users.id, first_name, last_name, 'gains' as change from users where ${at("new_path", "old_path")}
      union all
      select users.id, first_name, last_name, 'loses' from users where ${at("old_path", "new_path")}),
    counted as (
      select concerned.*, exists (select from ${policy}) as is_limited,
        case when exists (select from ${policy})
          then (select count(*)::int from moved where id in (select site_id from ${policy}))
          else (select count(*)::int from moved) end as sites_count
      from concerned),
    ranked as (
      select counted.*, count(*) over (partition by change)::int as users_count,
        row_number() over (partition by change order by ${naturalSort(sql`first_name || ' ' || last_name`)}, id) as place
      from counted where sites_count > 0)
    select change, users_count, concerned.id, first_name, last_name, sites_count,
      (select json_agg(json_build_object('id', id, 'name', name) order by ${naturalSort(sql`name`)}, id) from (
        select id, name from moved where not is_limited or id in (select site_id from ${policy})
        order by ${naturalSort(sql`name`)}, id limit ${sql.lit(SITES_IN_PREVIEW)}) as shown) as sites
    from ranked as concerned where place <= ${sql.lit(USERS_IN_PREVIEW)}
    order by change, place`.execute(db);
  return rows;
};
