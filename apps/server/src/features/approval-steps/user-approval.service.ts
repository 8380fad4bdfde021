import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { countRequiringApproval, listDelegated, listRequiringApproval } from "./deputy-orders.queries.ts";
import { type ApprovalAuthority, findApprovalAuthority, listUnassigned } from "./user-approval.queries.ts";

export { listAllDelegated } from "./deputy-orders.queries.ts";
export { markUnassigned } from "./user-approval.queries.ts";

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
  /** The user is the deputy of one who may act. */
  readonly delegated: ReadonlySet<number>;
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
    isAssigned(scope, authority, order) || unassigned.includes(order.id) || delegated.has(order.id);
  return { acted, barred, mayAct: isEligible && !acted && !barred };
};

/** A key of a company decides about nothing. */
const mayDecide = ({ who, companyKey }: CompanyScope): boolean =>
  companyKey === undefined && can(who, "has-order-approvals");

/** For the listed pending orders. A query is rarely needed for users who are not admins; those of a deputy may be known. */
export const listedUserApprovals = async (
  scope: CompanyScope,
  listed: ListedIds,
  known?: ReadonlySet<number>,
): Promise<(order: WaitingOrder) => UserApproval> => {
  const { who } = scope;
  if (!mayDecide(scope)) return () => NO_USER_APPROVAL;
  const [authority, unassigned, delegated] = await Promise.all([
    authorityOf(scope),
    who.is_company_admin ? listUnassigned(scope, listed) : [],
    known ?? listDelegated(scope, listed).then((ids) => new Set(ids)),
  ]);
  return (order) => userApprovalOf(scope, authority, { unassigned, delegated }, order);
};

/** How many orders the user may decide about now. */
export const requiresApprovalCount = async (scope: CompanyScope) => ({
  count: mayDecide(scope) ? await countRequiringApproval(scope, await authorityOf(scope)) : 0,
});

/** The ids of the orders that `requiresApprovalCount` counts. */
export const ordersRequiringApproval = async (scope: CompanyScope): Promise<readonly number[]> =>
  mayDecide(scope) ? listRequiringApproval(scope, await authorityOf(scope)) : [];
