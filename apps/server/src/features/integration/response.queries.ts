import type { IntegrationOrder } from "@mcc/contract/integration/integration.schema.ts";
import { sql } from "kysely";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import { inCompany } from "./orders.queries.ts";

type AddedField = "changed" | "reason" | "current_required_approval";
type CodedField = "status" | "payment_status" | "order_date";

/** An order for the response, with its codes and its date as stored. */
export interface OrderResponse extends Omit<IntegrationOrder, AddedField | CodedField> {
  status: number;
  payment_status: number | null;
  order_date: Date;
}

/** The JSON form of dates. */
const moment = (column: "escalated_at" | "acted_at" | "changed_at") =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One order with its lines and steps, in one round trip; amounts inside the JSON are text. */
export const findOrderResponse = async (
  scope: IntegrationScope,
  identifier: string,
): Promise<OrderResponse | undefined> => {
  const { rows } = await sql<OrderResponse>`
    select orders.id, orders.identifier, orders.version, orders.status, orders.payment_status, orders.order_date,
      orders.total as taxful_total_price_value, orders.subtotal as taxless_total_price_value,
      orders.total - orders.subtotal as tax, orders.po_number, orders.afe_number, orders.tracking_numbers,
      orders.tracking_url, orders.custom_checkout_data, orders.custom_confirm_data,
      json_build_object('id', sites.id, 'name', snapshot.name, 'ecommerce_username', sites.ecommerce_username) as site,
      creator.name as creator, ordered.name as ordered_by, requested.name as requested_by,
      coalesce((select json_agg(json_build_object('id', id, 'ordering', ordering, 'product', product, 'text', text,
          'quantity', trim_scale(quantity)::text, 'sku', sku, 'manufacturer_sku', manufacturer_sku,
          'image_url', image_url, 'type', type, 'manufacturer', manufacturer,
          'base_unit_price_value', base_unit_price::text, 'discount_amount_value', discount_amount::text,
          'taxless_price', taxless_price::text, 'tax_amount', tax_amount::text, 'line_total_price', line_total::text,
          'is_catalog_plus', is_catalog_plus, 'display', display) order by ordering desc, id)
        from order_lines where order_id = orders.id), '[]') as lines,
      coalesce((select json_agg(json_build_object('position', position,
          'type', case when user_id is null then 'role' else 'user' end, 'name', name, 'limit', limit_amount,
          'state', state, 'is_current', is_current,
          'escalated_at', ${moment("escalated_at")}, 'acted_by', acted_by_name, 'acted_for', principal_name,
          'entitlement', entitlement,
          'acted_at', ${moment("acted_at")}, 'acted_total', acted_total::text, 'changed_at', ${moment("changed_at")})
          order by position)
        from order_steps where order_id = orders.id), '[]') as approval_steps
    from orders
    join sites on sites.id = orders.site_id
    join site_snapshots snapshot on snapshot.id = orders.site_snapshot_id
    left join person_snapshots creator on creator.id = orders.creator_id
    left join person_snapshots ordered on ordered.id = orders.ordered_by_id
    left join person_snapshots requested on requested.id = orders.requested_by_id
    where ${inCompany(scope)} and orders.identifier = ${identifier}`.execute(scope.db);
  return rows[0];
};
