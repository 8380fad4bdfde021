import { type ApprovalRule, covers, type OrderPlace } from "../approval-rules/needed-steps.rules.ts";
import { coversOrder, type Delegation } from "../delegations/delegation.rules.ts";
import type { OrderStatus } from "../orders/orders.schema.ts";
import type { ApprovalStep } from "./approval-steps.schema.ts";

/** The part of a step that decisions use; its role or user may have been deleted. */
export interface OrderStep {
  readonly position: number;
  /** The rule the step comes from. */
  readonly ruleId: number | null;
  /** Or the budget. */
  readonly budgetId?: number | null;
  readonly roleId: number | null;
  readonly userId: number | null;
  readonly limit: number;
  readonly state: ApprovalStep["state"];
  /** It was not decided in time: others may decide about it, too. */
  readonly isEscalated: boolean;
}

/** The current approval state of an order. */
export interface DecidableOrder extends OrderPlace {
  readonly status: OrderStatus;
  readonly total: string;
  /** Sorted by position. */
  readonly steps: readonly OrderStep[];
  /** Users who have approved it, in sequence. */
  readonly approvedBy: readonly number[];
  /** Those of them who did so in place of somebody: a user decides about an order in one capacity. */
  readonly approvedAsDeputy: readonly number[];
  /** Users who placed it. */
  readonly placedBy: readonly number[];
}

/** The properties of a company user that matter for one order. */
export interface Candidate {
  readonly id: number;
  readonly roleId: number | null;
  readonly isCompanyAdmin: boolean;
  /** The user may see the order's site. */
  readonly seesSite: boolean;
}

/** The eligible approvers, including the rules of blanket approvers. */
export interface EligibleApprovers<C extends Candidate = Candidate> {
  readonly people: readonly C[];
  readonly blanketRules: readonly Omit<ApprovalRule, "limit">[];
  readonly allowSelfApproval: boolean;
  /** The delegations of these people that hold now; their deputies are among the people, too. */
  readonly delegations: readonly Delegation[];
  /** Whose holders may decide about an escalated step; null for company admins. */
  readonly escalationRoleId: number | null;
}

export type Entitlement = NonNullable<ApprovalStep["entitlement"]>;

/** A user who may act, and the entitlement. */
export interface EntitledApprover<C extends Candidate = Candidate> {
  readonly person: C;
  readonly by: Exclude<Entitlement, "earlier">;
  /** For a deputy: in whose place they act, and by which delegation. */
  readonly deputyFor?: {
    readonly principal: C;
    readonly by: Exclude<Entitlement, "earlier" | "deputy">;
    readonly delegation: Delegation;
  };
}

const isBlanket = (
  { id, roleId }: Candidate,
  { blanketRules }: EligibleApprovers,
  place: OrderPlace,
): boolean =>
  blanketRules.some(
    (rule) =>
      (rule.holder.type === "role" ? rule.holder.id === roleId : rule.holder.id === id) &&
      covers(rule, place),
  );

/** The user who placed an order may neither approve it nor remove items from it, unless the company allows that. */
export const isBarred = (
  userId: number,
  { placedBy }: Pick<DecidableOrder, "placedBy">,
  { allowSelfApproval }: Pick<EligibleApprovers, "allowSelfApproval">,
): boolean => !allowSelfApproval && placedBy.includes(userId);

/** No user is entitled outside the sites they may see, nor for orders they placed. */
const isEligible = (
  { id, seesSite }: Candidate,
  order: DecidableOrder,
  approvers: EligibleApprovers,
): boolean => seesSite && !isBarred(id, order, approvers);

const isNamed = ({ id, roleId }: Candidate, step: OrderStep): "user" | "role" | undefined => {
  if (step.userId === id) return "user";
  return step.roleId !== null && step.roleId === roleId ? "role" : undefined;
};

/** The users entitled to a step by the rules, including those who have already approved; without company admins. */
export const entitledTo = <C extends Candidate>(
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] =>
  approvers.people.flatMap((person) => {
    if (!isEligible(person, order, approvers)) return [];
    if (isBlanket(person, approvers, order)) return { person, by: "blanket" as const };
    const by = isNamed(person, step);
    return by ? { person, by } : [];
  });

/** Company admins, for a step without any other eligible approver. */
export const standInsFor = <C extends Candidate>(
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] =>
  approvers.people
    .filter((person) => person.isCompanyAdmin && isEligible(person, order, approvers))
    .map((person) => ({ person, by: "stand-in" }));

/** The holders of the escalation role, or company admins, for a step that was not decided in time. */
export const escalatedTo = <C extends Candidate>(
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] => {
  const { people, escalationRoleId: roleId } = approvers;
  const isMeant = (person: C) => (roleId === null ? person.isCompanyAdmin : person.roleId === roleId);
  return step.isEscalated
    ? people
        .filter((person) => isMeant(person) && isEligible(person, order, approvers))
        .map((person) => ({ person, by: "escalation" }))
    : [];
};

/**
 * The deputies of the given people, as far as the delegations go. What is delegated to somebody is not theirs to
 * delegate, so the given people have rights of their own. A deputy needs not see the site, and acts for a blanket
 * approver first.
 */
export const deputiesOf = <C extends Candidate>(
  principals: readonly EntitledApprover<C>[],
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] => {
  const taken = new Set(principals.map(({ person }) => person.id));
  const blanketFirst = principals.toSorted((a, b) => Number(b.by === "blanket") - Number(a.by === "blanket"));
  return blanketFirst.flatMap(({ person: principal, by }) =>
    approvers.delegations.flatMap((delegation): EntitledApprover<C>[] => {
      if (delegation.principalId !== principal.id || !coversOrder(delegation, order)) return [];
      const person = approvers.people.find(({ id }) => id === delegation.deputyId);
      if (!person || taken.has(person.id) || isBarred(person.id, order, approvers)) return [];
      taken.add(person.id);
      return [{ person, by: "deputy", deputyFor: { principal, by: by as "user", delegation } }];
    }),
  );
};
