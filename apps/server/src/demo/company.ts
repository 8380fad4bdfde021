import type { CompanyPlan, SitePlan, UserPlan } from "./company-plan.ts";

/** A demo company once it is in the database: the plan with its identifiers. */
export interface Company {
  readonly id: number;
  readonly plan: CompanyPlan;
  readonly founded: Date;
  readonly sites: readonly Site[];
  readonly users: readonly User[];
  readonly rules: readonly Rule[];
  readonly delegations: readonly Delegation[];
}

/** Who is the deputy of whom, from when until when. */
export interface Delegation {
  readonly id: number;
  readonly principal: User;
  readonly deputy: User;
  readonly from: Date;
  readonly until: Date;
  /** In whole dollars; none: any total. */
  readonly cap?: number;
}

export interface Site extends SitePlan {
  readonly id: number;
}

export interface User extends UserPlan {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly roleId: number | null;
  readonly visibleSites: readonly Site[];
}

export interface Rule {
  readonly id: number;
  /** What a step of this rule is called: the role or the user. */
  readonly name: string;
  readonly roleId: number | null;
  readonly userId: number | null;
  readonly limit: number;
  /** None for a role: the sites of its holders apply. */
  readonly coveredSites?: ReadonlySet<number>;
}

/** The node and everything below it, by name. */
export const subtree = (plan: CompanyPlan, node: string): string[] => [
  node,
  ...plan.nodes.filter(({ parent }) => parent === node).flatMap(({ name }) => subtree(plan, name)),
];

/** The sites a user sees: all, the subtree restricted by a policy, or the assigned ones. */
export const visibleSites = (plan: CompanyPlan, user: UserPlan, sites: readonly Site[]): Site[] => {
  if (user.isAdmin) return [...sites];
  if (!plan.features.hierarchy) {
    return sites.filter(({ name }) => user.sites === "all" || user.sites?.includes(name));
  }
  const nodes = user.node ? subtree(plan, user.node) : [];
  return sites.filter(
    ({ name, node }) =>
      (user.node ? nodes.includes(node ?? "") : user.policy !== undefined) &&
      (user.policy?.includes(name) ?? true),
  );
};
