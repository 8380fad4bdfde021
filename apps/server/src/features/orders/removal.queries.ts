import { sql } from "kysely";
import { allOf } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { visible } from "./orders.narrow.queries.ts";

/** The order, held until the transaction ends: whoever comes second meets it as it then is. */
export const lockOrder = async (scope: CompanyScope, identifier: string) => {
  const { rows } = await sql<{ id: number; status: number; total: string }>`
    select orders.id, orders.status, orders.total from orders
    where ${allOf(visible(scope))} and orders.identifier = ${identifier} for update`.execute(scope.db);
  return rows[0];
};

export const linesOf = ({ db }: CompanyScope, orderId: number) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "product", "text", "display", "taxless_price", "tax_amount"])
    .where("order_id", "=", orderId)
    .execute();

export const dropLines = ({ db }: CompanyScope, ids: readonly number[]) =>
  db.deleteFrom("order_lines").where("id", "in", ids).execute();

/** In one statement: the rollups take their rows in order within a statement only. */
export const updateOrder = (
  { db, companyId }: CompanyScope,
  orderId: number,
  changes: { total: string; subtotal: string; line_count: number; status: number },
) =>
  db
    .updateTable("orders")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", orderId)
    .execute();
