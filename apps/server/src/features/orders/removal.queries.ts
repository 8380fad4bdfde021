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

export const itemsOf = ({ db }: CompanyScope, orderId: number) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "product", "text"])
    .where("order_id", "=", orderId)
    .where("display", "=", true)
    .execute();

export const dropLines = ({ db }: CompanyScope, ids: readonly number[]) =>
  db.deleteFrom("order_lines").where("id", "in", ids).execute();

/** What the lines that are left add up to, to the cent. */
export const sumLines = async ({ db }: CompanyScope, orderId: number) => {
  const { rows } = await sql<{ total: string; subtotal: string; line_count: number }>`
    select coalesce(sum(line_total), 0)::numeric(16, 2) as total, coalesce(sum(taxless_price), 0)::numeric(16, 2) as subtotal,
      (count(*) filter (where product is not null))::int as line_count
    from order_lines where order_id = ${orderId}`.execute(db);
  return rows[0] as { total: string; subtotal: string; line_count: number };
};

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
