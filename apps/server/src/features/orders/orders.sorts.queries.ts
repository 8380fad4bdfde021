import type { SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { sql } from "kysely";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import {
  indexSort,
  type LookupSort,
  nullableIndexSort,
  optionSort,
  type SortStrategy,
} from "../../platform/lists/fast/strategies.ts";

const sites = (label: string): LookupSort => ({
  kind: "lookup",
  names: sql`select id, ${sql.ref(label)} as label from site_snapshots`,
  hasNulls: false,
  reference: sql`orders.site_snapshot_id`,
});

const people = (column: string): LookupSort => ({
  kind: "lookup",
  names: sql`select id, name as label from person_snapshots`,
  hasNulls: true,
  reference: sql`coalesce(${sql.ref(`orders.${column}`)}, 0)`,
});

export const orderSorts = {
  site: sites("name"),
  location_name: sites("location_name"),
  business_unit: sites("business_unit"),
  region: sites("region"),
  ordered_by: people("ordered_by_id"),
  requested_by: people("requested_by_id"),
  identifier: indexSort(sql`orders.identifier`),
  po_number: nullableIndexSort(sql`orders.po_number collate "C"`),
  afe_number: nullableIndexSort(sql`orders.afe_number collate "C"`),
  status: optionSort(ORDER_STATUSES, sql`orders.status`),
  payment_status: optionSort(PAYMENT_STATUSES, sql`coalesce(orders.payment_status, 0)`, true),
  orderDate: indexSort(sql`orders.order_date`),
  lines: indexSort(sql`orders.line_count`),
  total: indexSort(sql`orders.total`),
  // Of the pending list alone, which is short: by the first approver's name.
  approved_by: nullableIndexSort(
    naturalSort(sql`(select given.name from order_approvals given
    where given.company_id = orders.company_id and given.order_id = orders.id
    order by given.approved_at, given.user_id limit 1)`),
  ),
} satisfies Record<SortableKeyOf<typeof orderList | typeof pendingList>, SortStrategy>;
