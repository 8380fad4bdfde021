import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { delegatedOrderIds, deputyKind } from "./deputy-orders.conditions.ts";
import { type ApprovalAuthority, preparedFor, waitingOrderIds } from "./user-approval.queries.ts";

const findDelegated = async (scope: CompanyScope, name: string, which: Condition): Promise<number[]> => {
  if (scope.delegations.length === 0) return [];
  const { rows } = await sql<{ order_id: number }>`${prepared(`${name}${deputyKind(scope)}`)}
    ${delegatedOrderIds(scope, which)}`.execute(scope.db);
  return rows.map(({ order_id }) => order_id);
};

/** Those of the listed orders that the user may decide about as a deputy. */
export const listDelegated = async (scope: CompanyScope, { ids }: ListedIds): Promise<number[]> =>
  findDelegated(scope, "delegated", sql`step.order_id = any((select ${ids})::bigint[])`);

/** All orders that the user may decide about as a deputy. */
export const listAllDelegated = async (scope: CompanyScope): Promise<number[]> =>
  findDelegated(scope, "all-delegated", sql`true`);

/** The orders that the user may decide about now, by rights of their own or as a deputy. */
const requiringApproval = (scope: CompanyScope, authority: ApprovalAuthority): Condition => {
  const own = waitingOrderIds(scope, authority);
  return scope.delegations.length === 0
    ? own
    : sql`select order_id from (${own}) as own union ${delegatedOrderIds(scope)}`;
};

export const listRequiringApproval = async (
  scope: CompanyScope,
  authority: ApprovalAuthority,
): Promise<number[]> => {
  const { rows } = await sql<{ order_id: number }>`
    ${preparedFor(`requiring-approval${deputyKind(scope)}`, scope)}
    ${requiringApproval(scope, authority)}`.execute(scope.db);
  return rows.map(({ order_id }) => order_id);
};

export const countRequiringApproval = async (
  scope: CompanyScope,
  authority: ApprovalAuthority,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    ${preparedFor(`requiring-approval-count${deputyKind(scope)}`, scope)}
    select count(*)::int as count from (${requiringApproval(scope, authority)}) as found`.execute(scope.db);
  return rows[0]?.count ?? 0;
};
