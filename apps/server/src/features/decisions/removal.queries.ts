import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";

export type LineOfOrder = Awaited<ReturnType<typeof linesOf>>[number];

/** The lines of the listed order. */
export const linesOf = ({ db }: CompanyScope, { ids }: ListedIds) =>
  db
    .selectFrom("order_lines")
    .select(["id", "sku", "manufacturer_sku", "product", "text", "display", "taxless_price", "tax_amount"])
    .select(["base_unit_price as base_unit_price_value", "discount_amount as discount_amount_value"])
    .select(sql<string>`trim_scale(quantity)::text`.as("quantity"))
    .where("order_id", "=", sql<number>`any(${ids})`)
    .execute();

/** Deletes lines and keeps what they were, for the timeline of the order. */
export const removeLines = ({ db }: CompanyScope, ids: readonly number[], removedBy: string) =>
  sql`
    with removed as (
      delete from order_lines where id = any(${ids}::bigint[])
      returning order_id, text, sku, quantity, taxless_price, ordering, id)
    insert into removed_lines (order_id, text, sku, quantity, price, removed_by)
    select order_id, text, sku, quantity, taxless_price, ${removedBy} from removed
    order by ordering desc, id`.execute(db);
