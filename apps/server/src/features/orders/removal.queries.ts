import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";

/** The lines of the listed order. */
export const linesOf = ({ db }: CompanyScope, { ids }: ListedIds) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "product", "text", "display", "taxless_price", "tax_amount"])
    .where("order_id", "=", sql<number>`any(${ids})`)
    .execute();

export const deleteLines = ({ db }: CompanyScope, ids: readonly number[]) =>
  db.deleteFrom("order_lines").where("id", "in", ids).execute();
