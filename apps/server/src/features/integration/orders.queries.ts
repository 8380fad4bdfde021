import { codeOf, ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { type Kysely, sql } from "kysely";
import type { IntegrationScope } from "../../platform/key-scope.ts";
import type { Tables } from "../../platform/tables.ts";
import { recordsOf } from "./records.ts";

type Db = Kysely<Tables>;

const CANCELED = sql.lit(codeOf(ORDER_STATUSES, "Canceled"));

/** An order as it is stored, locked for whoever read it. */
export interface StoredOrder {
  id: number;
  identifier: string;
  site_id: number;
  site_snapshot_id: number;
  creator_id: number | null;
  ordered_by_id: number | null;
  requested_by_id: number | null;
  po_number: string | null;
  afe_number: string | null;
  status: number;
  payment_status: number | null;
  order_date: Date;
  total: string;
  subtotal: string;
  line_count: number;
  tracking_numbers: string[];
  tracking_url: string | null;
  custom_checkout_data: Record<string, string>;
  custom_confirm_data: Record<string, string>;
  version: number | null;
  content_hash: Buffer | null;
  has_dropped_steps: boolean;
}

/** Written out, the company leaves one partition to plan for instead of 32: 1 against 9 ms. */
export const inCompany = ({ companyId }: IntegrationScope) => sql`orders.company_id = ${sql.lit(companyId)}`;

/**
 * In the order of their identifiers, so that two senders never wait for each other in a circle; looked up one by one,
 * because for a list of them the planner now and then reads the whole company instead.
 */
export const lockOrders = async (
  scope: IntegrationScope,
  identifiers: readonly string[],
): Promise<StoredOrder[]> => {
  const { rows } = await sql<StoredOrder>`
    select found.* from unnest(${identifiers.toSorted()}::text[]) as wanted (name)
    cross join lateral (
      select id, identifier, site_id, site_snapshot_id, creator_id, ordered_by_id, requested_by_id, po_number,
        afe_number, status, payment_status, order_date, total, subtotal, line_count, tracking_numbers, tracking_url,
        custom_checkout_data, custom_confirm_data, version, content_hash,
        status = ${CANCELED} and exists (select from order_steps where order_id = orders.id and state = 'dropped')
          as has_dropped_steps
      from orders where ${inCompany(scope)} and identifier = wanted.name for update of orders) as found`.execute(
    scope.db,
  );
  return rows;
};

/** What is written of an order; dates and hashes as text. */
export interface OrderToWrite
  extends Omit<StoredOrder, "id" | "has_dropped_steps" | "order_date" | "content_hash"> {
  readonly order_date: string;
  readonly content_hash: string | null;
}

const ORDER = recordsOf({
  identifier: "text",
  site_id: "bigint",
  site_snapshot_id: "bigint",
  creator_id: "bigint",
  ordered_by_id: "bigint",
  requested_by_id: "bigint",
  po_number: "text",
  afe_number: "text",
  status: "smallint",
  payment_status: "smallint",
  order_date: "timestamptz",
  total: "numeric",
  subtotal: "numeric",
  line_count: "integer",
  tracking_numbers: "text[]",
  tracking_url: "text",
  custom_checkout_data: "jsonb",
  custom_confirm_data: "jsonb",
  version: "bigint",
  content_hash: "bytea",
});

/** Leaves out an identifier that somebody else has just added. */
export const addOrders = async (db: Db, orders: readonly OrderToWrite[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: number; identifier: string }>`
    insert into orders (${ORDER.names})
    select ${ORDER.names} from json_to_recordset(${JSON.stringify(orders)}) as given (${ORDER.typed})
    order by identifier on conflict do nothing returning id, identifier`.execute(db);
  return new Map(rows.map(({ id, identifier }) => [identifier, id]));
};

export const updateOrders = (scope: IntegrationScope, orders: readonly (OrderToWrite & { id: number })[]) =>
  sql`
    update orders set ${ORDER.set}, updated_at = now()
    from json_to_recordset(${JSON.stringify(orders)}) as given (id bigint, ${ORDER.typed})
    where ${inCompany(scope)} and orders.id = given.id`.execute(scope.db);

/** Lets the planner know of many new orders where it has known of none. */
export const measureOrders = ({ db }: IntegrationScope) => sql`select tenant.measure_orders()`.execute(db);
