import type { ReducedLine } from "@mcc/contract/integration/integration.rules.ts";
import type { OrderChange } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { OrderFields } from "./order-change.queries.ts";

/** The fields of the listed order that approvers may change. */
export const fieldsOf = async (
  { db }: CompanyScope,
  { ids }: ListedIds,
): Promise<OrderFields | undefined> => {
  const { rows } = await sql<OrderFields>`
    select po_number, afe_number, custom_checkout_data from orders where id = any(${ids})`.execute(db);
  return rows[0];
};

interface LineAmounts {
  readonly quantity: string;
  readonly discount_amount_value: string;
  readonly taxless_price: string;
  readonly tax_amount: string;
  readonly line_total_price: string;
}

export const updateLine = ({ db }: CompanyScope, id: number, line: LineAmounts) =>
  sql`
    update order_lines set quantity = ${line.quantity}, discount_amount = ${line.discount_amount_value},
      taxless_price = ${line.taxless_price}, tax_amount = ${line.tax_amount}, line_total = ${line.line_total_price}
    where id = ${id}`.execute(db);

/**
 * Keeps what was before and is from now on, for the page of the order, and what a sender may not raise again. Answers the
 * id of the entry.
 */
export const addChange = async (
  { db }: CompanyScope,
  orderId: number,
  change: Omit<OrderChange, "changed_at">,
  reduced?: ReducedLine,
): Promise<number> => {
  const line = change.line && JSON.stringify({ ...change.line, reduced });
  const { rows } = await sql<{ id: number }>`
    insert into order_changes
      (order_id, line, fields, total_before, total_after, reason, changed_by, changed_for, asked_again)
    values (${orderId}, ${line}::jsonb, ${JSON.stringify(change.fields)}::jsonb,
      ${change.total_before}, ${change.total_after}, ${change.reason}, ${change.changed_by}, ${change.changed_for},
      ${change.asked_again}::text[])
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
};
