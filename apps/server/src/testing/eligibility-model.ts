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
  /** The role or user of the step that is open. */
  readonly step: {
    readonly role: number | null;
    readonly user: number | null;
    readonly isEscalated: boolean;
  };
}
export interface EligibilityCompany extends ScopeCompany {
  readonly users: readonly ModelUser[];
  readonly rules: readonly ModelRule[];
  readonly delegations: readonly ModelDelegation[];
  readonly allowSelfApproval: boolean;
  readonly escalationRole: number | null;
}

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
  const parentOf = new Map(company.nodes.map(({ id, parent }) => [id, parent]));
  const nodesAbove = (node: number | null): number[] =>
    node === null ? [] : [node, ...nodesAbove(parentOf.get(node) ?? null)];
  const site = company.sites.find(({ id }) => id === order.site);
  const above = company.hierarchy ? nodesAbove(site?.node ?? null) : [];
  const isKept = ({ id }: ModelUser): boolean =>
    order.approvedBy.includes(id) || (!company.allowSelfApproval && order.placedBy.includes(id));
  const sees = (user: ModelUser): boolean => sitesSeenBy(company, user).has(order.site);
  const isBlanket = (user: ModelUser): boolean =>
    company.rules.some((rule) => {
      if (rule.limit !== -1) return false;
      if (rule.role !== null) return rule.role === user.role;
      const covers = rule.sites.includes(order.site) || rule.nodes.some((node) => above.includes(node));
      return rule.user === user.id && covers;
    });
  const isNamed = (user: ModelUser): boolean =>
    order.step.user === user.id || (order.step.role !== null && order.step.role === user.role);
  const byRule = company.users.filter(
    (user) => sees(user) && !isKept(user) && (isBlanket(user) || isNamed(user)),
  );
  const standIns = byRule.length > 0 ? [] : company.users.filter((user) => user.admin && !isKept(user));
  const escalated = !order.step.isEscalated
    ? []
    : company.users.filter((user) => {
        const isMeant = company.escalationRole === null ? user.admin : user.role === company.escalationRole;
        return isMeant && sees(user) && !isKept(user);
      });
  const own = new Set([...byRule, ...standIns, ...escalated].map(({ id }) => id));
  const deputies = company.users.filter(
    (user) =>
      !own.has(user.id) &&
      !isKept(user) &&
      company.delegations.some(
        ({ principal, deputy, holds, cap, sites }) =>
          deputy === user.id &&
          holds &&
          own.has(principal) &&
          (cap === null || order.total <= cap) &&
          (sites === null || sites.includes(order.site)),
      ),
  );
  return { own, deputies: new Set(deputies.map(({ id }) => id)) };
};
