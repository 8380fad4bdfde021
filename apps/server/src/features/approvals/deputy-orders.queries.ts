import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { delegatedOrderIds, deputyKind } from "./deputy-orders.conditions.ts";
import { waitingOrderIds } from "./user-approval.queries.ts";

/** Those of the listed orders that the user may decide about as a deputy. */
export const listDelegated = async (scope: CompanyScope, { ids }: ListedIds): Promise<number[]> => {
  if (scope.delegations.length === 0) return [];
  const listed = delegatedOrderIds(scope, sql`step.order_id = any((select ${ids})::bigint[])`);
  const { rows } = await sql<{
    order_id: number;
  }>`${prepared(`delegated${deputyKind(scope)}`)} ${listed}`.execute(scope.db);
  return rows.map(({ order_id }) => order_id);
};

/** The ids of the orders that the user may decide about now, by rights of their own or as a deputy. */
export const ownAndDelegatedIds = (scope: CompanyScope): Condition => sql`
  select order_id from (${waitingOrderIds(scope)}) as own
  union ${delegatedOrderIds(scope)}`;

/** The number of orders that the user may decide about now, for a user who stands in for somebody. */
export const countOwnAndDelegated = async (scope: CompanyScope): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${ownAndDelegatedIds(scope)}) as found`.execute(scope.db);
  return rows[0]?.count ?? 0;
};
