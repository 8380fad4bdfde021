import { codeOf, ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import { prepared } from "../../platform/connection.ts";
import { allOf, listing } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { visible } from "./orders.narrow.queries.ts";

/**
 * Lists the order and holds its row until the transaction ends: whoever comes second meets it as it then is. What is
 * asked behind this in the same turn is read with the row in hand.
 */
export const holdOrder = async (scope: CompanyScope, identifier: string): Promise<void> => {
  const held = sql`
    select orders.id from orders where ${allOf(visible(scope))} and orders.identifier = ${identifier} for update`;
  await sql`${prepared(`hold-order:${scope.siteIds === "all" ? "all" : "sites"}`)}
    select ${listing(sql`array(${held})`)}`.execute(scope.db);
};

interface Sums {
  readonly total: string;
  readonly subtotal: string;
  readonly line_count: number;
}

/** The one statement of a transaction that changes an order: the rollups take their rows in order within a statement. */
export const updateOrder = (
  { db, companyId }: CompanyScope,
  orderId: number,
  status: OrderStatus,
  sums?: Sums,
) => {
  const summed = sums
    ? sql`total = ${sums.total}, subtotal = ${sums.subtotal}, line_count = ${sums.line_count},`
    : sql``;
  return sql`${prepared(sums ? "update-order:sums" : "update-order")}
    update orders set ${summed} status = ${codeOf(ORDER_STATUSES, status)}, updated_at = now()
    where company_id = ${companyId} and id = ${orderId}`.execute(db);
};
