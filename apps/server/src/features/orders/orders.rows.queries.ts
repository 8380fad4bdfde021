import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import { codeOf, ORDER_STATUSES, PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { type ListedIds, listedStatement } from "../../platform/lists/listed-ids.ts";
import { fromOpenQuestions } from "../comments/questions.conditions.ts";

const PENDING = sql.lit(PENDING_CODE);
const REJECTED = sql.lit(codeOf(ORDER_STATUSES, "Rejected"));

/** How much of the reason of a rejection: it may be of any length, and the order's own page has the whole. */
const NOTE_SHOWN = 200;
/** So many characters of checkout fields at most; the order's own page has all of them. */
const FIELDS_SHOWN = 2_000;

export interface OrderRecord {
  id: number;
  identifier: string;
  site_id: number;
  site: string;
  location_name: string | null;
  business_unit: string | null;
  region: string | null;
  division: string | null;
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
  /** All approvers, the earliest first. */
  approved_by: { id: number; username: string; name: string; principal?: string }[] | null;
  rejected_by: { username: string; name: string; note: string; principal?: string }[] | null;
  /** The approval state of a pending order: its current step, the step's role or user, and who placed the order. */
  waits_for: {
    name: string;
    user_id: number | null;
    role_id: number | null;
    is_escalated: boolean;
    placed_by: number[];
  } | null;
  /** The first question about a pending order that waits for an answer. */
  open_question: { from: string; since: string } | null;
  /** Null where they are long and trimmed. */
  custom_checkout_data: Record<string, string> | null;
  custom_confirm_data: Record<string, string> | null;
}

/** A row of which nothing is trimmed. */
export interface WholeRecord extends OrderRecord {
  custom_checkout_data: Record<string, string>;
  custom_confirm_data: Record<string, string>;
}

const person = (companyId: number, id: string) =>
  sql`(select name from person_snapshots where company_id = ${companyId} and id = ${sql.ref(`orders.${id}`)})`;

/**
 * Full rows of the listed ids, in their order. Each is looked up by its key, and so are the names: with joins the
 * planner would have to estimate, and planning would take longer than execution.
 */
const records = <Row extends OrderRecord>(
  name: string,
  { numbers, note, more }: Record<"numbers" | "note" | "more", Condition>,
) =>
  listedStatement(
    name,
    (companyId, ids) => sql<Row>`
    select orders.id, orders.identifier, orders.site_id, orders.po_number, orders.afe_number, orders.status,
      orders.payment_status, orders.order_date, orders.line_count, orders.total, orders.subtotal,
      orders.total - orders.subtotal as tax,
      site.name as site, site.location_name, site.business_unit, site.region, site.division,
      ${person(companyId, "creator_id")} as creator, ${person(companyId, "ordered_by_id")} as ordered_by,
      ${person(companyId, "requested_by_id")} as requested_by,
      ${numbers} as tracking_numbers, cardinality(orders.tracking_numbers) as tracking_numbers_count,
      (select json_agg(json_strip_nulls(json_build_object('id', user_id, 'username', username, 'name', name,
         'principal', principal_name)) order by approved_at, user_id)
       from order_approvals where company_id = ${companyId} and order_id = orders.id) as approved_by,
      case orders.status when ${REJECTED} then (
        select json_agg(json_strip_nulls(json_build_object('username', username, 'name', name, 'note', ${note},
          'principal', principal_name)))
        from order_rejections where company_id = ${companyId} and order_id = orders.id) end as rejected_by,
      case orders.status when ${PENDING} then (
        select json_build_object('name', name, 'user_id', user_id, 'role_id', role_id, 'placed_by', placed_by,
          'is_escalated', escalated_at is not null)
        from order_steps where company_id = ${companyId} and order_id = orders.id and is_current) end as waits_for,
      case orders.status when ${PENDING} then (
        select json_build_object('from', question.asks_name, 'since', question.created_at)
        ${fromOpenQuestions(companyId, sql`question.order_id = orders.id`)}
        order by question.id limit 1) end as open_question
      ${more}
    from unnest(${ids}) with ordinality as listed (id, place)
    cross join lateral (
      select * from orders where company_id = ${companyId} and orders.id = listed.id limit 1) as orders
    cross join lateral (
      select * from site_snapshots where company_id = ${companyId} and id = orders.site_snapshot_id limit 1) as site
    order by listed.place`,
  );

/** So that the page of an order shows them at once when it is opened from a list. */
const ifShort = (column: "custom_checkout_data" | "custom_confirm_data"): Condition => {
  const [fields, most] = [sql.ref(`orders.${column}`), sql.lit(FIELDS_SHOWN)];
  // The stored size is compressed, and known without reading a long value.
  return sql`case when pg_column_size(${fields}) <= ${most} and length(${fields}::text) <= ${most} then ${fields} end
      as ${sql.ref(column)}`;
};

/** For a page of a list: long values are trimmed. */
export const listRecords = records<OrderRecord>("orders", {
  numbers: sql`orders.tracking_numbers[1:${sql.lit(SHOWN_IN_ROW)}]`,
  note: sql`left(note, ${sql.lit(NOTE_SHOWN)})`,
  more: sql`, ${ifShort("custom_checkout_data")}, ${ifShort("custom_confirm_data")}`,
});
const UNTRIMMED = {
  numbers: sql`orders.tracking_numbers`,
  note: sql`note`,
  more: sql`, orders.custom_checkout_data, orders.custom_confirm_data`,
};
/** For spreadsheets: nothing is trimmed. */
export const exportRecords = records<WholeRecord>("orders-export", UNTRIMMED);
/** For the page of one order. */
export const orderPageRecords = records<WholeRecord>("order-page", UNTRIMMED);

/** The sites of the listed orders. */
export const listedSites = ({ companyId }: CompanyScope, { ids }: ListedIds) => ({
  name: "listed-orders",
  ids: sql`array(select site_id from orders where company_id = ${companyId} and id = any(${ids}))`,
});
