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

/** Totals are what is left of the lines, to the cent. */
export const recountOrder = async ({ db, companyId }: CompanyScope, orderId: number): Promise<string> => {
  const { rows } = await sql<{ total: string }>`
    update orders set (total, subtotal, line_count, updated_at) = (
      select coalesce(sum(line_total), 0), coalesce(sum(taxless_price), 0), count(*) filter (where product is not null), now()
      from order_lines where order_id = ${orderId})
    where company_id = ${companyId} and id = ${orderId} returning total`.execute(db);
  return String(rows[0]?.total);
};
