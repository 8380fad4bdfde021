import type { SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { sql } from "kysely";
import { direct, directOrNone, type SortBy, type Walk, walkOptions } from "../../platform/list-ways.ts";
import { byName } from "../../platform/names.ts";

const sites = (label: string): Walk => ({
  kind: "walk",
  names: sql`select id, ${sql.ref(label)} as label from site_snapshots`,
  orNone: false,
  reference: sql`orders.site_snapshot_id`,
});

const people = (column: string): Walk => ({
  kind: "walk",
  names: sql`select id, name as label from person_snapshots`,
  orNone: true,
  reference: sql`coalesce(${sql.ref(`orders.${column}`)}, 0)`,
});

export const orderSorts = {
  site: sites("name"),
  location_name: sites("location_name"),
  business_unit: sites("business_unit"),
  region: sites("region"),
  ordered_by: people("ordered_by_id"),
  requested_by: people("requested_by_id"),
  identifier: direct(sql`orders.identifier`),
  po_number: directOrNone(sql`orders.po_number collate "C"`),
  afe_number: directOrNone(sql`orders.afe_number collate "C"`),
  status: walkOptions(ORDER_STATUSES, sql`orders.status`),
  payment_status: walkOptions(PAYMENT_STATUSES, sql`coalesce(orders.payment_status, 0)`, true),
  orderDate: direct(sql`orders.order_date`),
  lines: direct(sql`orders.line_count`),
  total: direct(sql`orders.total`),
  // Of the pending list alone, which is short: by the first approver's name.
  approved_by: directOrNone(
    byName(sql`(select given.name from order_approvals given
    where given.company_id = orders.company_id and given.order_id = orders.id
    order by given.approved_at, given.user_id limit 1)`),
  ),
} satisfies Record<SortableKeyOf<typeof orderList | typeof pendingList>, SortBy>;
