import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import {
  type ApprovalAuthority,
  countWaiting,
  findApprovalAuthority,
  listUnassigned,
} from "./user-approval.queries.ts";

/** An order that waits, by its current step. */
export interface WaitingOrder {
  readonly id: number;
  readonly siteId: number;
  /** Whom the step names. */
  readonly userId: number | null;
  readonly roleId: number | null;
  readonly placedBy: readonly number[];
  readonly approvedBy: readonly number[];
}

/** How an order stands to the person who asks. */
export interface UserApproval {
  readonly acted: boolean;
  readonly mayAct: boolean;
  /** The person who asks placed the order, and may not approve it for that. */
  readonly barred: boolean;
}

/** To an order that does not wait. */
export const NO_USER_APPROVAL: UserApproval = { acted: false, mayAct: false, barred: false };

/** Goes with who the session was let in as: what it is made of is part of the stamp of the session. */
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

/** `currentApprovers` for the person who asks, and for many orders at once. */
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

/** For those of the listed orders that wait. Whoever is no admin rarely has to be asked about: all is known. */
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
