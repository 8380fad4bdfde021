import { type ScopeCompany, type ScopeUser, sitesSeenBy } from "./scope-model.ts";

export interface ModelUser extends ScopeUser {
  readonly id: number;
  readonly role: number | null;
}
interface ModelRule {
  readonly role: number | null;
  readonly user: number | null;
  readonly limit: number;
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
}
export interface ModelDelegation {
  readonly principal: number;
  readonly deputy: number;
  /** It has begun, is not over, and nobody has ended it. */
  readonly holds: boolean;
  readonly cap: number | null;
  readonly sites: readonly number[] | null;
}
export interface ModelOrder {
  readonly identifier: string;
  readonly site: number;
  readonly total: number;
  readonly placedBy: readonly number[];
  readonly approvedBy: readonly number[];
  /** Those of them who did so in place of somebody. */
  readonly approvedAsDeputy: readonly number[];
  /** The open steps; the first one is to be decided. */
  readonly steps: readonly ModelStep[];
}
interface ModelStep {
  readonly role: number | null;
  readonly user: number | null;
  readonly isEscalated: boolean;
}
export interface EligibilityCompany extends ScopeCompany {
  readonly users: readonly ModelUser[];
  readonly rules: readonly ModelRule[];
  readonly delegations: readonly ModelDelegation[];
  readonly allowSelfApproval: boolean;
  readonly escalationRole: number | null;
}

/** What the rules say about users and an order, whatever its step. */
const placeOf = (company: EligibilityCompany, order: ModelOrder) => {
  const parentOf = new Map(company.nodes.map(({ id, parent }) => [id, parent]));
  const nodesAbove = (node: number | null): number[] =>
    node === null ? [] : [node, ...nodesAbove(parentOf.get(node) ?? null)];
  const site = company.sites.find(({ id }) => id === order.site);
  const above = company.hierarchy ? nodesAbove(site?.node ?? null) : [];
  const isBarred = ({ id }: ModelUser): boolean => !company.allowSelfApproval && order.placedBy.includes(id);
  const sees = (user: ModelUser): boolean => sitesSeenBy(company, user).has(order.site);
  const isBlanket = (user: ModelUser): boolean =>
    company.rules.some((rule) => {
      if (rule.limit !== -1) return false;
      if (rule.role !== null) return rule.role === user.role;
      const covers = rule.sites.includes(order.site) || rule.nodes.some((node) => above.includes(node));
      return rule.user === user.id && covers;
    });
  const isNamed = (user: ModelUser, { role, user: id }: ModelStep): boolean =>
    id === user.id || (role !== null && role === user.role);
  /** Those whom the rules name for a step, whether they have approved or not. */
  const byRule = (step: ModelStep): ModelUser[] =>
    company.users.filter((user) => sees(user) && !isBarred(user) && (isBlanket(user) || isNamed(user, step)));
  const admins = company.users.filter((user) => user.admin && !isBarred(user));
  const principalsOf = (user: ModelUser): number[] =>
    company.delegations
      .filter(
        ({ deputy, holds, cap, sites }) =>
          deputy === user.id &&
          holds &&
          (cap === null || order.total <= cap) &&
          (sites === null || sites.includes(order.site)),
      )
      .map(({ principal }) => principal);
  return { isBarred, sees, isBlanket, byRule, admins, principalsOf };
};

/**
 * Who may decide about an order: the rules in words, tried on every user one by one. It shares nothing with the product,
 * which is compared with it.
 *
 * - Whoever placed the order may not, unless the company allows it; nor may whoever has approved it.
 * - The user whom the open step names, or who has its role, may, if they see the site. So may a blanket approver: a
 *   rule of -1 for their role, or for them at the site or at a node at or above it.
 * - If none of these can, company admins can.
 * - An escalated step may also be decided by holders of the escalation role who see the site; by company admins if no
 *   role is named.
 * - The deputy of one who may by the above may, wherever they see, within cap and sites of a delegation that holds.
 */
export const eligibility = (company: EligibilityCompany, order: ModelOrder) => {
  const { isBarred, sees, byRule, admins, principalsOf } = placeOf(company, order);
  const [step = { role: null, user: null, isEscalated: false }] = order.steps;
  const isFree = ({ id }: ModelUser): boolean => !order.approvedBy.includes(id);
  const named = byRule(step).filter(isFree);
  const standIns = named.length > 0 ? [] : admins.filter(isFree);
  const escalated = !step.isEscalated
    ? []
    : company.users.filter((user) => {
        const isMeant = company.escalationRole === null ? user.admin : user.role === company.escalationRole;
        return isMeant && sees(user) && !isBarred(user) && isFree(user);
      });
  const own = new Set([...named, ...standIns, ...escalated].map(({ id }) => id));
  const deputies = company.users.filter(
    (user) =>
      !own.has(user.id) && isFree(user) && !isBarred(user) && principalsOf(user).some((id) => own.has(id)),
  );
  return { own, deputies: new Set(deputies.map(({ id }) => id)) };
};

/**
 * The order after the approval of one who may approve it.
 *
 * - A blanket approver, or the deputy of one, completes every step, anybody else the first.
 * - A step that then opens completes, too, if somebody has approved by a right of their own who is entitled to it by
 *   one: named by it, a blanket approver, or a company admin when nobody else can act.
 * - Whoever approved as a deputy has decided in that capacity alone.
 */
export const afterApproval = (company: EligibilityCompany, order: ModelOrder, userId: number): ModelOrder => {
  const { isBlanket, byRule, admins, principalsOf } = placeOf(company, order);
  const { own } = eligibility(company, order);
  const user = company.users.find(({ id }) => id === userId) as ModelUser;
  const acting = own.has(userId)
    ? [user]
    : company.users.filter(({ id }) => own.has(id) && principalsOf(user).includes(id));
  const approvedBy = [...order.approvedBy, userId];
  const approvedAsDeputy = own.has(userId) ? order.approvedAsDeputy : [...order.approvedAsDeputy, userId];
  const settles = (step: ModelStep): boolean => {
    const named = byRule(step);
    const canAct = named.some(({ id }) => !approvedBy.includes(id));
    return [...named, ...(canAct ? [] : admins)].some(
      ({ id }) => approvedBy.includes(id) && !approvedAsDeputy.includes(id),
    );
  };
  const later = order.steps.slice(1);
  const nextOpen = later.findIndex((step) => !settles(step));
  const isDone = acting.some(isBlanket) || nextOpen === -1;
  return { ...order, approvedBy, approvedAsDeputy, steps: isDone ? [] : later.slice(nextOpen) };
};
