import type { ReducedLine } from "@mcc/contract/integration/integration.rules.ts";
import type { ChangedField } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";

type SetField = Omit<ChangedField, "before">;

/** The last quantity that an approver left of each line; entries of before a line kept its names have its SKU only. */
const reducedLines = async ({ db }: CompanyData, orderIds: readonly number[]) => {
  const { rows } = await sql<{ order_id: number; reduced: ReducedLine }>`
    select distinct on (order_id, line ->> 'id') order_id, coalesce(line -> 'reduced', jsonb_build_object(
      'sku', line -> 'sku', 'product', null, 'display', true, 'text', line -> 'text', 'most', line -> 'quantity_after',
      'beside', '[]'::jsonb)) as reduced
    from order_changes where order_id = any(${orderIds}) and line is not null
    order by order_id, line ->> 'id', id desc`.execute(db);
  return rows;
};

/** The last value that an approver set of each field. */
const setFields = async ({ db }: CompanyData, orderIds: readonly number[]) => {
  const { rows } = await sql<{ order_id: number } & SetField>`
    select distinct on (order_id, field.name, field.is_checkout) order_id, field.name, field.is_checkout, field.after
    from order_changes
    cross join lateral jsonb_to_recordset(fields) as field (name text, is_checkout boolean, after text)
    where order_id = any(${orderIds})
    order by order_id, field.name, field.is_checkout, order_changes.id desc`.execute(db);
  return rows;
};

/** What approvers have changed about these orders, and what stays as they left it. */
export const approverChanges = async (data: CompanyData, orderIds: readonly number[]) => {
  if (orderIds.length === 0) return () => ({ reduced: [], fields: [] });
  const [lines, fields] = await Promise.all([reducedLines(data, orderIds), setFields(data, orderIds)]);
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  const fieldsOf = Map.groupBy(fields, ({ order_id }) => order_id);
  return (orderId: number): ApproverChanges => ({
    reduced: (linesOf.get(orderId) ?? []).map(({ reduced }) => reduced),
    fields: fieldsOf.get(orderId) ?? [],
  });
};
export interface ApproverChanges {
  readonly reduced: readonly ReducedLine[];
  readonly fields: readonly SetField[];
}
