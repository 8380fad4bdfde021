import type { Candidate, OrderInQuestion } from "@mcc/contract/approvals/decisions.rules.ts";
import { ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/connection.ts";
import type { CompanyData } from "./company-data.ts";

export interface QuestionedOrder extends OrderInQuestion {
  readonly id: number;
  readonly identifier: string;
  readonly total: string;
}

interface OrderRecord {
  id: number;
  identifier: string;
  status: number;
  site_id: number;
  total: string;
  node_path: number[];
  steps: OrderInQuestion["steps"] | null;
  approved_by: number[];
  placed_by: number[];
}

/** The node of a site and everything above it; nothing without hierarchy. */
export const pathOf = (companyId: number, siteId: RawBuilder<unknown>) => sql`array(
  with recursive above as (
    select node.id, node.parent_id from sites
    join organization_nodes node on node.company_id = ${companyId} and node.id = sites.node_id
    join company_configurations settings on settings.company_id = ${companyId} and settings.has_company_hierarchy
    where sites.company_id = ${companyId} and sites.id = ${siteId}
    union all
    select node.id, node.parent_id
    from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
  select id from above)`;

/** Orders with all that a decision on them rests on. */
export const questionedOrders = async (
  { db, companyId }: CompanyData,
  orderIds: readonly number[],
): Promise<QuestionedOrder[]> => {
  const { rows } = await sql<OrderRecord>`${prepared("orders-in-question")}
    select orders.id, orders.identifier, orders.status, orders.site_id, orders.total,
      ${pathOf(companyId, sql`orders.site_id`)} as node_path,
      (select json_agg(json_build_object('position', position, 'roleId', role_id, 'userId', user_id,
         'limit', limit_amount, 'state', state) order by position)
       from order_steps where company_id = ${companyId} and order_id = orders.id) as steps,
      array(select user_id from order_approvals where company_id = ${companyId} and order_id = orders.id
        order by approved_at, user_id) as approved_by,
      array(select distinct user_id from person_snapshots
        where company_id = ${companyId} and id in (orders.creator_id, orders.ordered_by_id) and user_id is not null
      ) as placed_by
    from unnest(${orderIds}::bigint[]) as listed (id)
    cross join lateral (
      select * from orders where company_id = ${companyId} and orders.id = listed.id limit 1) as orders`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    identifier: row.identifier,
    total: row.total,
    status: ORDER_STATUSES[row.status - 1] as OrderStatus,
    siteId: row.site_id,
    nodePath: row.node_path,
    steps: row.steps ?? [],
    approvedBy: row.approved_by,
    placedBy: row.placed_by,
  }));
};

/** Whether a user may see a site; `path` is the site's node and everything above it. */
export const sees = (
  companyId: number,
  hierarchy: boolean,
  siteId: RawBuilder<unknown>,
  path: RawBuilder<unknown>,
) => {
  const policy = sql`select from policy_sites where company_id = ${companyId} and user_id = person.id`;
  return hierarchy
    ? sql`(person.is_company_admin or case when person.node_id is null
        then exists (${policy} and site_id = ${siteId})
        else person.node_id = any(${path}) and (not exists (${policy}) or exists (${policy} and site_id = ${siteId})) end)`
    : sql`(person.is_company_admin or exists (select from site_users
        where company_id = ${companyId} and user_id = person.id and site_id = ${siteId}))`;
};

export interface Voter extends Candidate {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Where text messages go, when this person wants them. */
  readonly phone: string | null;
  readonly siteId: number;
}

interface Asked {
  readonly hierarchy: boolean;
  readonly places: readonly { readonly siteId: number; readonly nodePath: readonly number[] }[];
  /** Whom the steps in question name. */
  readonly roleIds: readonly number[];
  readonly userIds: readonly number[];
}

/** Everybody who could have a say at these sites and sees them: those whom steps name, blanket approvers, admins. */
export const votersAt = async (
  { db, companyId }: CompanyData,
  { hierarchy, places, roleIds, userIds }: Asked,
): Promise<Voter[]> => {
  const given = JSON.stringify(places.map(({ siteId, nodePath }) => ({ site_id: siteId, path: nodePath })));
  const { rows } = await sql<Voter>`${prepared(`voters:${Number(hierarchy)}`)}
    select place.site_id as "siteId", person.id, person.username, person.email,
      case when person.enable_text_messages then nullif(person.phone, '') end as phone,
      coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username) as name,
      person.role_id as "roleId", person.is_company_admin as "isCompanyAdmin", true as "seesSite"
    from users person cross join json_to_recordset(${given}) as place (site_id bigint, path bigint[])
    where person.company_id = ${companyId} and person.deleted_at is null
      and (person.is_company_admin or person.id = any(${userIds}) or person.role_id = any(${roleIds})
        or person.id = any(array(select user_id from approval_rules where company_id = ${companyId} and limit_amount = -1))
        or person.role_id = any(array(select role_id from approval_rules where company_id = ${companyId} and limit_amount = -1)))
      and ${sees(companyId, hierarchy, sql`place.site_id`, sql`place.path`)}
    order by name, person.id`.execute(db);
  return rows;
};
