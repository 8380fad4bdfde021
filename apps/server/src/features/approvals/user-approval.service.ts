import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { countOwnAndDelegated, listDelegated, ownAndDelegatedIds } from "./deputy-orders.queries.ts";
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
  readonly isEscalated: boolean;
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

const isEscalatedTo = ({ role, is_company_admin }: Session, { escalation_role_id: id }: ApprovalAuthority) =>
  id === null ? is_company_admin : role?.id === id;

/** Named by the step, as a user or by role, a blanket approver, or one to whom it was escalated. */
const isAssigned = (
  { who, siteIds }: CompanyScope,
  authority: ApprovalAuthority,
  { userId, roleId, siteId, isEscalated }: WaitingOrder,
): boolean =>
  (siteIds === "all" || siteIds.includes(siteId)) &&
  (authority.is_blanket ||
    userId === who.id ||
    (roleId !== null && roleId === who.role?.id) ||
    authority.blanket_sites.includes(siteId) ||
    (isEscalated && isEscalatedTo(who, authority)));

/** The orders that were asked about and need no rule of the user's own. */
interface Exceptions {
  /** Nobody else can act, and the user is a company admin. */
  readonly unassigned: readonly number[];
  /** The user stands in for somebody who may act. */
  readonly delegated: readonly number[];
}

/** `currentApprovers` for the signed-in user, and for many orders at once. */
const userApprovalOf = (
  scope: CompanyScope,
  authority: ApprovalAuthority,
  { unassigned, delegated }: Exceptions,
  order: WaitingOrder,
): UserApproval => {
  const { id } = scope.who;
  const acted = order.approvedBy.includes(id);
  const barred = !authority.own_allowed && order.placedBy.includes(id);
  const isEligible =
    isAssigned(scope, authority, order) || unassigned.includes(order.id) || delegated.includes(order.id);
  return { acted, barred, mayAct: isEligible && !acted && !barred };
};

/** For the listed pending orders. A query is rarely needed for users who are not admins. */
export const listedUserApprovals = async (
  scope: CompanyScope,
  listed: ListedIds,
): Promise<(order: WaitingOrder) => UserApproval> => {
  const { who } = scope;
  if (!can(who, "has-order-approvals")) return () => NO_USER_APPROVAL;
  const [authority, unassigned, delegated] = await Promise.all([
    authorityOf(scope),
    who.is_company_admin ? listUnassigned(scope, listed) : [],
    listDelegated(scope, listed),
  ]);
  return (order) => userApprovalOf(scope, authority, { unassigned, delegated }, order);
};

export const requiresApprovalCount = async (scope: CompanyScope) => ({
  count: can(scope.who, "has-order-approvals") ? await countRequiring(scope) : 0,
});

const countRequiring = async (scope: CompanyScope): Promise<number> =>
  scope.delegations.length > 0 ? countOwnAndDelegated(scope) : countWaiting(scope, await authorityOf(scope));

/** The ids of the orders that `requiresApprovalCount` counts, as a query for a filter. */
export const ordersRequiringApproval = (scope: CompanyScope): Condition => {
  if (!can(scope.who, "has-order-approvals")) return sql`select null::bigint where false`;
  return scope.delegations.length > 0 ? ownAndDelegatedIds(scope) : waitingOrderIds(scope);
};
