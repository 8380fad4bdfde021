import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { type Listing, listIds } from "../../platform/lists/listed-ids.ts";
import { isOrderSeen, orderSeenForm } from "./deputy-orders.conditions.ts";

/** Lists those of the orders that are pending and inside the scope. */
export const listPendingOrders = (scope: CompanyScope, ids: readonly number[]): Listing => {
  const found = sql`select orders.id from orders where ${isOrderSeen(scope)}
    and orders.id = any(${ids}::bigint[]) and orders.status = ${PENDING_CODE}`;
  return listIds(scope.db, found, prepared(`pending-orders:${orderSeenForm(scope)}`));
};
