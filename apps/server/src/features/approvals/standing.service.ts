import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { countWaiting, findSay, listNobodys, type Say } from "./standing.queries.ts";

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
export interface Standing {
  readonly acted: boolean;
  readonly mayAct: boolean;
  /** The person who asks placed the order, and may not approve it for that. */
  readonly barred: boolean;
}

/** To an order that does not wait. */
export const NO_STANDING: Standing = { acted: false, mayAct: false, barred: false };

/** Goes with who the session was let in as: what it is made of is part of the stamp of the session. */
const says = new WeakMap<Session, Say>();

const sayOf = async (scope: CompanyScope): Promise<Say> => {
  const known = says.get(scope.who);
  if (known) return known;
  const say = await findSay(scope);
  says.set(scope.who, say);
  return say;
};

/** Named by the step, as a user or by role, or a blanket approver. */
const isMine = ({ id, role }: Session, say: Say, { userId, roleId, siteId }: WaitingOrder): boolean =>
  say.is_blanket ||
  userId === id ||
  (roleId !== null && roleId === role?.id) ||
  say.blanket_sites.includes(siteId);

/** `actorsOf` for the person who asks, and for many orders at once. */
const standingOf = (who: Session, say: Say, nobodys: readonly number[], order: WaitingOrder): Standing => {
  const acted = order.approvedBy.includes(who.id);
  const barred = !say.own_allowed && order.placedBy.includes(who.id);
  const isAsked = isMine(who, say, order) || nobodys.includes(order.id);
  return { acted, barred, mayAct: isAsked && !acted && !barred };
};

/** For those of the listed orders that wait. Whoever is no admin rarely has to be asked about: all is known. */
export const listedStandings = async (scope: CompanyScope): Promise<(order: WaitingOrder) => Standing> => {
  const { who } = scope;
  if (!can(who, "has-order-approvals")) return () => NO_STANDING;
  const [say, nobodys] = await Promise.all([sayOf(scope), who.is_company_admin ? listNobodys(scope) : []]);
  return (order) => standingOf(who, say, nobodys, order);
};

export const requiresApprovalCount = async (scope: CompanyScope) => ({
  count: can(scope.who, "has-order-approvals") ? await countWaiting(scope, await sayOf(scope)) : 0,
});
