import { codeOf, ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import { fixed } from "../../platform/connection.ts";
import { type Condition, LISTED } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";

const PENDING = sql.lit(codeOf(ORDER_STATUSES, "Pending Approval"));
const REJECTED = sql.lit(codeOf(ORDER_STATUSES, "Rejected"));

/** How many tracking numbers and approvers a list row carries. */
const SHOWN = 3;
/** How much of the reason of a rejection: it may be of any length, and the order's own page has the whole. */
const NOTE_SHOWN = 200;

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

const person = (id: string) => sql`(select name from person_snapshots where id = ${sql.ref(`orders.${id}`)})`;

/**
 * Whole rows of the listed ids, in their order. Each is looked up by its key, the names beside it one by one: joins
 * would leave the planner guessing, and planning would take longer than the work.
 */
const records = (name: string, { numbers, most, note }: Record<"numbers" | "most" | "note", Condition>) =>
  fixed(
    name,
    sql<OrderRecord>`
    select orders.id, orders.identifier, orders.site_id, orders.po_number, orders.afe_number, orders.status,
      orders.payment_status, orders.order_date, orders.line_count, orders.total, orders.subtotal,
      orders.total - orders.subtotal as tax, orders.custom_checkout_data, orders.custom_confirm_data,
      (select json_build_object('name', name, 'location_name', location_name, 'business_unit', business_unit,
         'region', region, 'division', division)
       from site_snapshots where id = orders.site_snapshot_id) as site,
      ${person("creator_id")} as creator, ${person("ordered_by_id")} as ordered_by,
      ${person("requested_by_id")} as requested_by,
      ${numbers} as tracking_numbers, cardinality(orders.tracking_numbers) as tracking_numbers_count,
      (select json_agg(json_build_object('username', username, 'name', name)) from (
         select username, name from order_approvals where order_id = orders.id order by approved_at, user_id ${most}
       ) as given) as approved_by,
      (select count(*) from order_approvals where order_id = orders.id)::int as approved_by_count,
      case orders.status when ${REJECTED} then (
        select json_agg(json_build_object('username', username, 'name', name, 'note', ${note}))
        from order_rejections where order_id = orders.id) end as rejected_by,
      case orders.status when ${PENDING} then (
        select name from order_steps where order_id = orders.id and state = 'open' order by position limit 1
      ) end as required_name
    from unnest(${LISTED}) with ordinality as listed (id, place)
    cross join lateral (select * from orders where orders.id = listed.id limit 1) as orders
    order by listed.place`,
  );

const trimmedRecords = records("orders", {
  numbers: sql`orders.tracking_numbers[1:${sql.lit(SHOWN)}]`,
  most: sql`limit ${sql.lit(SHOWN)}`,
  note: sql`left(note, ${sql.lit(NOTE_SHOWN)})`,
});
const wholeRecords = records("orders-whole", {
  numbers: sql`orders.tracking_numbers`,
  most: sql``,
  note: sql`note`,
});

export const orderRecords = ({ db }: CompanyScope, { untrimmed }: { untrimmed: boolean }) =>
  untrimmed ? wholeRecords(db) : trimmedRecords(db);

/** The sites of the listed orders. */
export const LISTED_SITES = {
  name: "listed-orders",
  ids: sql`array(select site_id from orders where id = any(${LISTED}))`,
};
