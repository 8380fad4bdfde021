import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import {
  type ApprovalAuthority,
  countWaiting,
  findApprovalAuthority,
  listUnassigned,
  waitingOrderIds,
} from "./user-approval.queries.ts";

/** A pending order, by its current step. */
export interface WaitingOrder {
  readonly id: number;
  readonly siteId: number;
  /** The role or user that the step names. */
  readonly userId: number | null;
  readonly roleId: number | null;
  readonly placedBy: readonly number[];
  readonly approvedBy: readonly number[];
}

/** What the user may do with an order. */
export interface UserApproval {
  readonly acted: boolean;
  readonly mayAct: boolean;
  /** The user placed the order and therefore may not approve it. */
  readonly barred: boolean;
}

/** For an order that is not pending. */
export const NO_USER_APPROVAL: UserApproval = { acted: false, mayAct: false, barred: false };

/** Cached with the authenticated session: its inputs are part of the session's access version. */
const authorities = new WeakMap<Session, ApprovalAuthority>();

const authorityOf = async (scope: CompanyScope): Promise<ApprovalAuthority> => {
  const cached = authorities.get(scope.who);
  if (cached) return cached;
  const authority = await findApprovalAuthority(scope);
  authorities.set(scope.who, authority);
  return authority;
};

/** Named by the step, as a user or by role, or a blanket approver. */
const isAssigned = (
  { id, role }: Session,
  authority: ApprovalAuthority,
  { userId, roleId, siteId }: WaitingOrder,
): boolean =>
  authority.is_blanket ||
  userId === id ||
  (roleId !== null && roleId === role?.id) ||
  authority.blanket_sites.includes(siteId);

/** `currentApprovers` for the signed-in user, and for many orders at once. */
const userApprovalOf = (
  who: Session,
  authority: ApprovalAuthority,
  unassigned: readonly number[],
  order: WaitingOrder,
): UserApproval => {
  const acted = order.approvedBy.includes(who.id);
  const barred = !authority.own_allowed && order.placedBy.includes(who.id);
  const isEligible = isAssigned(who, authority, order) || unassigned.includes(order.id);
  return { acted, barred, mayAct: isEligible && !acted && !barred };
};

/** For the listed pending orders. A query is rarely needed for users who are not admins. */
export const listedUserApprovals = async (
  scope: CompanyScope,
  listed: ListedIds,
): Promise<(order: WaitingOrder) => UserApproval> => {
  const { who } = scope;
  if (!can(who, "has-order-approvals")) return () => NO_USER_APPROVAL;
  const [authority, unassigned] = await Promise.all([
    authorityOf(scope),
    who.is_company_admin ? listUnassigned(scope, listed) : [],
  ]);
  return (order) => userApprovalOf(who, authority, unassigned, order);
};

export const requiresApprovalCount = async (scope: CompanyScope) => ({
  count: can(scope.who, "has-order-approvals") ? await countWaiting(scope, await authorityOf(scope)) : 0,
});

/** The ids of the orders that `requiresApprovalCount` counts, as a query for a filter. */
export const ordersRequiringApproval = (scope: CompanyScope): Condition =>
  can(scope.who, "has-order-approvals") ? waitingOrderIds(scope) : sql`select null::bigint where false`;
