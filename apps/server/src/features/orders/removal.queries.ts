import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

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
