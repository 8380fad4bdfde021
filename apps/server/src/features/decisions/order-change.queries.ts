import { codeOf, ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";

/** The amounts of an order with other lines. */
export interface OrderAmounts {
  /** The items that were removed, by every name they had. */
  readonly removed: readonly string[];
  readonly total: string;
  readonly subtotal: string;
  readonly line_count: number;
  readonly line_text: string;
}

/** The fields of an order that approvers may change. */
export interface OrderFields {
  readonly po_number: string | null;
  readonly afe_number: string | null;
  readonly custom_checkout_data: Readonly<Record<string, string>>;
}

/** The one statement of a transaction that changes an order: the rollups take their rows in order within a statement. */
export const updateOrder = (
  { db, companyId }: CompanyScope,
  orderId: number,
  status: OrderStatus,
  changed: { readonly amounts?: OrderAmounts; readonly fields?: OrderFields } = {},
) => {
  const { amounts, fields } = changed;
  const name = `update-order${amounts ? ":lessened" : ""}${fields ? ":fields" : ""}`;
  const code = codeOf(ORDER_STATUSES, status);
  return sql`${prepared(name)}
    update orders set ${amounts ? amountsSet(amounts) : sql``} ${fields ? fieldsSet(fields) : sql``}
      status = ${code}, updated_at = now(),
      status_times = tenant.status_times(orders.status_times, orders.status, ${code})
    where company_id = ${companyId} and id = ${orderId}`.execute(db);
};

const amountsSet = ({ total, subtotal, line_count, line_text, removed }: OrderAmounts) => sql`
  total = ${total}, subtotal = ${subtotal}, line_count = ${line_count}, line_text = ${line_text},
  removed_items = array_cat(removed_items, ${removed}::text[]),`;

const fieldsSet = ({ po_number, afe_number, custom_checkout_data }: OrderFields) => sql`
  po_number = ${po_number}, afe_number = ${afe_number},
  custom_checkout_data = ${JSON.stringify(custom_checkout_data)}::jsonb,`;
