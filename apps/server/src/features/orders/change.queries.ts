import { codeOf, ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import { allOf } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { visible } from "./orders.narrow.queries.ts";

/** The order, held until the transaction ends: whoever comes second meets it as it then is. */
export const lockOrder = async (scope: CompanyScope, identifier: string) => {
  const { rows } = await sql<{ id: number; status: number; total: string; site_id: number }>`
    select orders.id, orders.status, orders.total, orders.site_id from orders
    where ${allOf(visible(scope))} and orders.identifier = ${identifier} for update`.execute(scope.db);
  return rows[0];
};

/** The one statement of a transaction that changes an order: the rollups take their rows in order within a statement. */
export const updateOrder = (
  { db, companyId }: CompanyScope,
  orderId: number,
  { status, ...sums }: { status: OrderStatus; total?: string; subtotal?: string; line_count?: number },
) =>
  db
    .updateTable("orders")
    .set({ ...sums, status: codeOf(ORDER_STATUSES, status), updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", orderId)
    .execute();
