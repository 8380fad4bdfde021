import type { ErrorCode } from "../kit/errors.ts";
import type { OrderStatus } from "../orders/orders.schema.ts";
import { type ApprovalRule, covers, type OrderPlace } from "./approvals.rules.ts";
import type { ApprovalStep } from "./approvals.schema.ts";

/** The part of a step that decisions use; its role or user may have been deleted. */
export interface OrderStep {
  readonly position: number;
  /** The rule the step comes from. */
  readonly ruleId: number | null;
  readonly roleId: number | null;
  readonly userId: number | null;
  readonly limit: number;
  readonly state: ApprovalStep["state"];
}

/** The current approval state of an order. */
export interface DecidableOrder extends OrderPlace {
  readonly status: OrderStatus;
  /** Sorted by position. */
  readonly steps: readonly OrderStep[];
  /** Users who have approved it, in sequence. */
  readonly approvedBy: readonly number[];
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
}

type Entitlement = NonNullable<ApprovalStep["entitlement"]>;

/** A user who may act, and the entitlement. */
export interface EntitledApprover<C extends Candidate = Candidate> {
  readonly person: C;
  readonly by: Exclude<Entitlement, "earlier">;
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
const entitledTo = <C extends Candidate>(
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
const standInsFor = <C extends Candidate>(
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] =>
  approvers.people
    .filter((person) => person.isCompanyAdmin && isEligible(person, order, approvers))
    .map((person) => ({ person, by: "stand-in" }));

export const isOpen = ({ state }: OrderStep): boolean => state === "open";

/** The current step of an order. */
export const currentStep = ({ status, steps }: DecidableOrder): OrderStep | undefined =>
  status === "Pending Approval" ? steps.find(isOpen) : undefined;

const approversOfStep = <C extends Candidate>(
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] => {
  const isFree = ({ person }: EntitledApprover<C>) => !order.approvedBy.includes(person.id);
  const named = entitledTo(step, order, approvers).filter(isFree);
  return named.length > 0 ? named : standInsFor(order, approvers).filter(isFree);
};

/** The users who may approve or reject the order now. A user who has approved it may not act again. */
export const currentApprovers = <C extends Candidate>(
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] => {
  const step = currentStep(order);
  return step ? approversOfStep(step, order, approvers) : [];
};

/** The outcome of a step. */
export interface StepChange {
  readonly position: number;
  readonly state: "done" | "rejected" | "dropped";
  /** The user who acted, and the entitlement; null for a dropped step. */
  readonly act?: { readonly userId: number; readonly by: Entitlement };
}

interface StepChanges {
  readonly changes: readonly StepChange[];
  readonly status: OrderStatus;
}

export type DecisionResult = { readonly refused: ErrorCode } | StepChanges;

/** A user who has already approved and is entitled to a newly opened step: the step completes automatically. */
const earlierApprover = (
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers,
): number | undefined => {
  const named = entitledTo(step, order, approvers);
  const hasSay = named.some(({ person }) => !order.approvedBy.includes(person.id))
    ? named
    : [...named, ...standInsFor(order, approvers)];
  return order.approvedBy.find((id) => hasSay.some(({ person }) => person.id === id));
};

/** The open steps that complete automatically. */
export const autoCompletedSteps = (order: DecidableOrder, approvers: EligibleApprovers): StepChange[] => {
  const changes: StepChange[] = [];
  for (const step of order.steps.filter(isOpen)) {
    const userId = earlierApprover(step, order, approvers);
    if (userId === undefined) break;
    changes.push({ position: step.position, state: "done", act: { userId, by: "earlier" } });
  }
  return changes;
};

export const statusAfter = (steps: readonly OrderStep[], changes: readonly StepChange[]): OrderStatus =>
  steps.filter(isOpen).every(({ position }) => changes.some((change) => change.position === position))
    ? "Accepted"
    : "Pending Approval";

/** One approval per user and order; a blanket approver's completes every step, any other the current step. */
export const approve = (
  order: DecidableOrder,
  approvers: EligibleApprovers,
  userId: number,
): DecisionResult => {
  if (order.approvedBy.includes(userId)) return { refused: "order.already_approved" };
  const step = currentStep(order);
  if (!step) return { refused: "order.not_pending" };
  const actor = approversOfStep(step, order, approvers).find(({ person }) => person.id === userId);
  if (!actor) return { refused: "approval.not_yours" };
  const act = { userId, by: actor.by };
  const done = actor.by === "blanket" ? order.steps.filter(isOpen) : [step];
  const given = done.map(({ position }): StepChange => ({ position, state: "done", act }));
  const after: DecidableOrder = {
    ...order,
    approvedBy: [...order.approvedBy, userId],
    steps: order.steps.filter((each) => !done.includes(each)),
  };
  const changes = [...given, ...autoCompletedSteps(after, approvers)];
  return { changes, status: statusAfter(order.steps, changes) };
};

/** The order after the approval of a user is stored. */
export const orderAfterApproval = <Order extends DecidableOrder>(
  order: Order,
  userId: number,
  { changes, status }: StepChanges,
): Order => ({
  ...order,
  status,
  approvedBy: [...order.approvedBy, userId],
  steps: order.steps.map((step) => ({
    ...step,
    state: changes.find(({ position }) => position === step.position)?.state ?? step.state,
  })),
});

/** A user who may act now may reject. A rejection is final; the later steps are dropped. */
export const reject = (
  order: DecidableOrder,
  approvers: EligibleApprovers,
  userId: number,
): DecisionResult => {
  const step = currentStep(order);
  if (!step) return { refused: "order.not_pending" };
  if (order.approvedBy.includes(userId)) return { refused: "order.already_approved" };
  const actor = approversOfStep(step, order, approvers).find(({ person }) => person.id === userId);
  if (!actor) return { refused: "approval.not_yours" };
  const changes = order.steps
    .filter(isOpen)
    .map(
      (each): StepChange =>
        each === step
          ? { position: each.position, state: "rejected", act: { userId, by: actor.by } }
          : { position: each.position, state: "dropped" },
    );
  return { changes, status: "Rejected" };
};

/**
 * Whether removing a user would leave a step without an eligible approver. For the current step, only users who could
 * approve it now count; a later step can also be settled by a user who has already approved.
 */
export const wouldBeUnassigned = (
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers,
  leavingUserId: number,
): boolean => {
  const alreadyApproved = currentStep(order) === step ? order.approvedBy : [];
  const eligible = entitledTo(step, order, approvers)
    .map(({ person }) => person.id)
    .filter((id) => !alreadyApproved.includes(id));
  return eligible.includes(leavingUserId) && eligible.every((id) => id === leavingUserId);
};
