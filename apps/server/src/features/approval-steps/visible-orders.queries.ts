import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { type Listing, listIds } from "../../platform/lists/listed-ids.ts";
import { isOrderSeen, orderSeenForm } from "./deputy-orders.conditions.ts";

/** Lists the one order with this identifier inside the scope's company and sites; anything else is not there. */
export const listOneOrder = (scope: CompanyScope, identifier: string): Listing => {
  const found = sql`select orders.id from orders where ${isOrderSeen(scope)} and orders.identifier = ${identifier}`;
  const name = prepared(`order-by-identifier:${orderSeenForm(scope)}`);
  return listIds(scope.db, found, name);
};

/**
 * Lists the order and locks its row until the transaction ends: a second writer sees the result of the first. The next
 * statements in the same round trip are executed with the row locked.
 */
export const lockOrder = (scope: CompanyScope, identifier: string): Listing => {
  const locked = sql`
    select orders.id from orders where ${isOrderSeen(scope)} and orders.identifier = ${identifier} for update`;
  return listIds(scope.db, locked, prepared(`lock-order:${orderSeenForm(scope)}`));
};
