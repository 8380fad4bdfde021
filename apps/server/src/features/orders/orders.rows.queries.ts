import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

/** How many tracking numbers and approvers a list row carries. */
const SHOWN = 3;

export interface OrderRecord {
  id: number;
  identifier: string;
  site_id: number;
  site: {
    name: string;
    location_name: string | null;
    business_unit: string | null;
    region: string | null;
    division: string | null;
  };
  creator: string | null;
  ordered_by: string | null;
  requested_by: string | null;
  po_number: string | null;
  afe_number: string | null;
  status: number;
  payment_status: number | null;
  order_date: Date;
  line_count: number;
  total: string;
  subtotal: string;
  tax: string;
  tracking_numbers: string[];
  tracking_numbers_count: number;
  approved_by: { username: string; name: string }[] | null;
  approved_by_count: number;
  rejected_by: { username: string; name: string; note: string }[] | null;
  required_name: string | null;
  custom_checkout_data: Record<string, string>;
  custom_confirm_data: Record<string, string>;
}

/** Whole rows for the ids of a page, in that order. */
export const orderRecords = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
  { untrimmed }: { untrimmed: boolean },
): Promise<OrderRecord[]> => {
  if (ids.length === 0) return [];
  const numbers = untrimmed
    ? sql`orders.tracking_numbers`
    : sql`orders.tracking_numbers[1:${sql.lit(SHOWN)}]`;
  const approvers = untrimmed ? sql`` : sql`limit ${sql.lit(SHOWN)}`;
  const { rows } = await sql<OrderRecord>`
    select orders.id, orders.identifier, orders.site_id, orders.po_number, orders.afe_number, orders.status,
      orders.payment_status, orders.order_date, orders.line_count, orders.total, orders.subtotal,
      orders.total - orders.subtotal as tax, orders.custom_checkout_data, orders.custom_confirm_data,
      json_build_object('name', site.name, 'location_name', site.location_name, 'business_unit', site.business_unit,
        'region', site.region, 'division', site.division) as site,
      creator.name as creator, ordered.name as ordered_by, requested.name as requested_by,
      ${numbers} as tracking_numbers, cardinality(orders.tracking_numbers) as tracking_numbers_count,
      approvals.people as approved_by, coalesce(approvals.count, 0)::int as approved_by_count,
      rejection.people as rejected_by, step.name as required_name
    from orders
    join site_snapshots site on site.id = orders.site_snapshot_id
    left join person_snapshots creator on creator.id = orders.creator_id
    left join person_snapshots ordered on ordered.id = orders.ordered_by_id
    left join person_snapshots requested on requested.id = orders.requested_by_id
    left join lateral (
      select json_agg(json_build_object('username', username, 'name', name)) as people, max(count) as count
      from (select username, name, count(*) over () as count from order_approvals
            where order_id = orders.id order by approved_at, user_id ${approvers}) as given) as approvals on true
    left join lateral (
      select json_agg(json_build_object('username', username, 'name', name, 'note', note)) as people
      from order_rejections where order_id = orders.id and orders.status = 8) as rejection on true
    left join lateral (
      select name from order_steps where order_id = orders.id and state = 'open' and orders.status = 2
      order by position limit 1) as step on true
    where orders.company_id = ${companyId} and orders.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

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
