import type { NamedLine } from "@mcc/contract/orders/orders.rules.ts";
import type { OrderLine } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { jsonRecords } from "./json-records.ts";

type SameAsShown = Omit<
  OrderLine,
  "id" | "base_unit_price_value" | "discount_amount_value" | "line_total_price"
>;
/** A stored line: amounts under their shorter names. */
export interface LineToWrite extends Readonly<SameAsShown> {
  readonly order_id: number;
  readonly base_unit_price: string;
  readonly discount_amount: string;
  readonly line_total: string;
}

const LINE = jsonRecords({
  order_id: "bigint",
  ordering: "integer",
  product: "text",
  text: "text",
  quantity: "numeric",
  sku: "text",
  manufacturer_sku: "text",
  image_url: "text",
  type: "text",
  manufacturer: "text",
  base_unit_price: "numeric",
  discount_amount: "numeric",
  taxless_price: "numeric",
  tax_amount: "numeric",
  line_total: "numeric",
  is_catalog_plus: "boolean",
  display: "boolean",
});

export const addLines = ({ db }: CompanyData, lines: readonly LineToWrite[]) =>
  sql`
    insert into order_lines (${LINE.names})
    select ${LINE.names} from json_to_recordset(${JSON.stringify(lines)}) as given (${LINE.typed})`.execute(
    db,
  );

/** The orders whose stored lines differ from the given ones. */
export const ordersWithOtherLines = async (
  { db }: CompanyData,
  orderIds: readonly number[],
  lines: readonly LineToWrite[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ order_id: number }>`
    with stored as (select ${LINE.names} from order_lines where order_id = any(${orderIds})),
    given as (select ${LINE.names} from json_to_recordset(${JSON.stringify(lines)}) as given (${LINE.typed}))
    select order_id from (select * from stored except all select * from given) as gone
    union
    select order_id from (select * from given except all select * from stored) as added`.execute(db);
  return new Set(rows.map(({ order_id }) => order_id));
};

/** The names of the lines of these orders. */
export const namedLines = async ({ db }: CompanyData, orderIds: readonly number[]) => {
  const { rows } = await sql<NamedLine & { order_id: number }>`
    select order_id, sku, product, display from order_lines
    where order_id = any(${orderIds})`.execute(db);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return (orderId: number): readonly NamedLine[] => byOrder.get(orderId) ?? [];
};

export const deleteLines = ({ db }: CompanyData, orderIds: readonly number[]) =>
  sql`delete from order_lines where order_id = any(${orderIds})`.execute(db);

/** A canceled order needs no approval. */
export const dropOpenSteps = ({ db }: CompanyData, orderIds: readonly number[]) =>
  sql`
    update order_steps set state = 'dropped', is_canceled = true
    where order_id = any(${orderIds}) and state = 'open'`.execute(db);
