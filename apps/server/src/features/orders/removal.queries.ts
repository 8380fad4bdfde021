import type { CompanyScope } from "../../platform/scope.ts";

export const linesOf = ({ db }: CompanyScope, orderId: number) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "product", "text", "display", "taxless_price", "tax_amount"])
    .where("order_id", "=", orderId)
    .execute();

export const dropLines = ({ db }: CompanyScope, ids: readonly number[]) =>
  db.deleteFrom("order_lines").where("id", "in", ids).execute();
