import { sql } from "kysely";
import { LISTED } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";

/** The lines of the listed order. */
export const linesOf = ({ db }: CompanyScope) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "product", "text", "display", "taxless_price", "tax_amount"])
    .where("order_id", "=", sql<number>`any(${LISTED})`)
    .execute();

export const dropLines = ({ db }: CompanyScope, ids: readonly number[]) =>
  db.deleteFrom("order_lines").where("id", "in", ids).execute();
