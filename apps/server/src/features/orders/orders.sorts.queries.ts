import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/list.ts";

/**
 * How a column is sorted. `direct`: by a column of the orders that an index begins with. `walk`: by a name that lives
 * in a small table; the names are walked in their order and the top of each is taken.
 */
export type OrderSort =
  | { readonly kind: "direct"; readonly key: Condition }
  | {
      readonly kind: "walk";
      /** The small table: `id` and `label`. */
      readonly names: Condition;
      /** Whether orders may bear no name at all; they stand at the end, under the id 0. */
      readonly orNone: boolean;
      /** What the id is compared with, exactly as the index spells it. */
      readonly reference: Condition;
    };

const direct = (key: Condition): OrderSort => ({ kind: "direct", key });

const sites = (label: string): OrderSort => ({
  kind: "walk",
  names: sql`select id, ${sql.ref(label)} as label from site_snapshots`,
  orNone: false,
  reference: sql`orders.site_snapshot_id`,
});

const people = (column: string): OrderSort => ({
  kind: "walk",
  names: sql`select id, name as label from person_snapshots`,
  orNone: true,
  reference: sql`coalesce(${sql.ref(`orders.${column}`)}, 0)`,
});

const options = (names: readonly string[], reference: Condition, orNone: boolean): OrderSort => {
  const rows = names.map((name, at) => sql`(${sql.lit(at + 1)}, ${sql.lit(name)})`);
  return {
    kind: "walk",
    names: sql`select id, label from (values ${sql.join(rows)}) as named (id, label)`,
    orNone,
    reference,
  };
};

/** The names to walk, nobody's included. */
export const walkedNames = ({ names, orNone }: Extract<OrderSort, { kind: "walk" }>): Condition =>
  orNone ? sql`${names} union all select 0, null` : names;

export const orderSorts: Readonly<Record<string, OrderSort>> = {
  site: sites("name"),
  location_name: sites("location_name"),
  business_unit: sites("business_unit"),
  region: sites("region"),
  ordered_by: people("ordered_by_id"),
  requested_by: people("requested_by_id"),
  identifier: direct(sql`orders.identifier`),
  po_number: direct(sql`orders.po_number collate "C"`),
  afe_number: direct(sql`orders.afe_number collate "C"`),
  status: options(ORDER_STATUSES, sql`orders.status`, false),
  payment_status: options(PAYMENT_STATUSES, sql`coalesce(orders.payment_status, 0)`, true),
  orderDate: direct(sql`orders.order_date`),
  lines: direct(sql`orders.line_count`),
  total: direct(sql`orders.total`),
  // Of the pending list alone, which is short: by the first approver's name.
  approved_by: direct(sql`(select given.name from order_approvals given
    where given.company_id = orders.company_id and given.order_id = orders.id
    order by given.approved_at, given.user_id limit 1)`),
};
