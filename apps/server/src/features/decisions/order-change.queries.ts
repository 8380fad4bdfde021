import { codeOf, ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";

/** The amounts of an order after a removal, and the removed items. */
interface OrderAfterRemoval {
  /** By every name it had. */
  readonly removed: readonly string[];
  readonly total: string;
  readonly subtotal: string;
  readonly line_count: number;
  readonly line_text: string;
}

/** The one statement of a transaction that changes an order: the rollups take their rows in order within a statement. */
export const updateOrder = (
  { db, companyId }: CompanyScope,
  orderId: number,
  status: OrderStatus,
  left?: OrderAfterRemoval,
) => {
  const amounts = left
    ? sql`total = ${left.total}, subtotal = ${left.subtotal}, line_count = ${left.line_count},
        line_text = ${left.line_text}, removed_items = array_cat(removed_items, ${left.removed}::text[]),`
    : sql``;
  const code = codeOf(ORDER_STATUSES, status);
  return sql`${prepared(left ? "update-order:lessened" : "update-order")}
    update orders set ${amounts} status = ${code}, updated_at = now(),
      status_times = tenant.status_times(orders.status_times, orders.status, ${code})
    where company_id = ${companyId} and id = ${orderId}`.execute(db);
};
