/** Whole rows for the ids of a page, in their order: the same columns as the product answers, named as in the tables. */
const COLUMNS = `orders.id, orders.identifier, orders.site_id, orders.po_number, orders.afe_number, orders.status,
  orders.payment_status, orders.order_date, orders.line_count, orders.total, orders.subtotal,
  orders.total - orders.subtotal as tax,
  site.name as site, site.location_name, site.business_unit, site.region, site.division,
  (select name from mcc.person_snapshots where id = orders.creator_id) as creator,
  (select name from mcc.person_snapshots where id = orders.ordered_by_id) as ordered_by,
  (select name from mcc.person_snapshots where id = orders.requested_by_id) as requested_by,
  cardinality(orders.tracking_numbers) as tracking_numbers_count`;

/** One lookup by key for each row: a plan for any company would otherwise estimate many rows and read whole tables. */
const SITE = `cross join lateral (
    select * from mcc.site_snapshots where id = orders.site_snapshot_id limit 1) as site`;

/** Approvals, rejections and the current step, each read by its key and only where there can be some. */
const APPROVALS = `
  (select json_agg(json_build_object('username', username, 'name', name)) from (
     select username, name from mcc.order_approvals where company_id = $1 and order_id = orders.id
     order by approved_at, user_id limit 3) as given) as approved_by,
  case when orders.status = 8 then (select json_build_object('username', username, 'name', name, 'note', note)
     from mcc.order_rejections where company_id = $1 and order_id = orders.id) end as rejected_by,
  case when orders.status = 2 then (select name from mcc.order_steps
     where company_id = $1 and order_id = orders.id and state = 'open' order by position limit 1) end as required_name`;

/** `ids` answers the ids of the page in their order. */
export const rowsOf = (ids: string, more = ""): string => `
  with page as materialized (select id, row_number() over () as at from (${ids}) as found)
  select ${COLUMNS}, orders.tracking_numbers[1:3] as tracking_numbers, ${APPROVALS}${more}
  from page
  cross join lateral (select * from mcc.orders where company_id = $1 and id = page.id limit 1) as orders
  ${SITE}
  order by page.at`;

/** The node of each hierarchy group that the row's site hangs below. */
export const GROUPS = `,
  (with recursive above as (
     select node.parent_id, node.group_id, node.name from mcc.sites
     join mcc.organization_nodes node on node.id = sites.node_id where sites.id = orders.site_id
     union all
     select node.parent_id, node.group_id, node.name from above join mcc.organization_nodes node on node.id = above.parent_id)
   select json_agg(json_build_object('id', kind.id, 'name', kind.name, 'node', above.name) order by kind.id)
   from above join mcc.organization_groups kind on kind.id = above.group_id) as groups`;

export const orderByIdentifier = `
  select ${COLUMNS}, orders.tracking_numbers, orders.custom_checkout_data, orders.custom_confirm_data, ${APPROVALS}
  from (select * from mcc.orders where company_id = $1 and identifier = $2 limit 1) as orders ${SITE}`;

export const linesByIdentifier = `
  select id, ordering, product, text, trim_scale(quantity)::text as quantity, sku, manufacturer_sku, image_url, type,
    manufacturer, base_unit_price, discount_amount, taxless_price, tax_amount, line_total, is_catalog_plus, display
  from mcc.order_lines
  where company_id = $1 and order_id = (select id from mcc.orders where company_id = $1 and identifier = $2)
  order by ordering desc, id`;
