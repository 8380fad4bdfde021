import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { LISTED_IDS } from "../../platform/lists/list.ts";

/** The lines of the listed order. */
export const linesOf = ({ db }: CompanyScope) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "product", "text", "display", "taxless_price", "tax_amount"])
    .where("order_id", "=", sql<number>`any(${LISTED_IDS})`)
    .execute();

export const deleteLines = ({ db }: CompanyScope, ids: readonly number[]) =>
  db.deleteFrom("order_lines").where("id", "in", ids).execute();
