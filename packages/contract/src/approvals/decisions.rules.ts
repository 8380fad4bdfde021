import type { ErrorCode } from "../kit/errors.ts";
import type { OrderStatus } from "../orders/orders.schema.ts";
import { type ApprovalRule, covers, type OrderPlace } from "./approvals.rules.ts";
import type { ApprovalStep } from "./approvals.schema.ts";

/** A step of an order as far as decisions are concerned; its role or user may be gone since. */
export interface OrderStep {
  readonly position: number;
  /** The rule it comes from. */
  readonly ruleId: number | null;
  readonly roleId: number | null;
  readonly userId: number | null;
  readonly limit: number;
  readonly state: ApprovalStep["state"];
}

/** An order in front of its approvers, as it stands at this moment. */
export interface DecidableOrder extends OrderPlace {
  readonly status: OrderStatus;
  /** In the order of their positions. */
  readonly steps: readonly OrderStep[];
  /** Users who have approved it, the first one first. */
  readonly approvedBy: readonly number[];
  /** Users who placed it. */
  readonly placedBy: readonly number[];
}

/** Somebody of the company, as far as one order is concerned. */
export interface Candidate {
  readonly id: number;
  readonly roleId: number | null;
  readonly isCompanyAdmin: boolean;
  /** The order's site is within what this person may see. */
  readonly seesSite: boolean;
}

/** Those who could have a say, the rules of blanket approvers among them. */
export interface EligibleApprovers<C extends Candidate = Candidate> {
  readonly people: readonly C[];
  readonly blanketRules: readonly Omit<ApprovalRule, "limit">[];
  readonly allowSelfApproval: boolean;
}

type Entitlement = NonNullable<ApprovalStep["entitlement"]>;

/** Somebody who may act, and why. */
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

/** Whoever placed an order may neither approve it nor take anything off it, unless the company allows that. */
export const isBarred = (
  userId: number,
  { placedBy }: Pick<DecidableOrder, "placedBy">,
  { allowSelfApproval }: Pick<EligibleApprovers, "allowSelfApproval">,
): boolean => !allowSelfApproval && placedBy.includes(userId);

/** Nobody is entitled outside of the sites they may see, nor to what they placed themselves. */
const isEligible = (
  { id, seesSite }: Candidate,
  order: DecidableOrder,
  approvers: EligibleApprovers,
): boolean => seesSite && !isBarred(id, order, approvers);

const isNamed = ({ id, roleId }: Candidate, step: OrderStep): "user" | "role" | undefined => {
  if (step.userId === id) return "user";
  return step.roleId !== null && step.roleId === roleId ? "role" : undefined;
};

/** Who has a say in a step by the rules, whether or not they have approved already; company admins not yet asked. */
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

/** Company admins, for a step that nobody else can act on. */
const standInsFor = <C extends Candidate>(
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] =>
  approvers.people
    .filter((person) => person.isCompanyAdmin && isEligible(person, order, approvers))
    .map((person) => ({ person, by: "stand-in" }));

export const isOpen = ({ state }: OrderStep): boolean => state === "open";

/** The step that an order waits for. */
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

/** Who may approve or reject the order now. Whoever has approved it is not asked again. */
export const currentApprovers = <C extends Candidate>(
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
): EntitledApprover<C>[] => {
  const step = currentStep(order);
  return step ? approversOfStep(step, order, approvers) : [];
};

/** What becomes of a step. */
export interface StepChange {
  readonly position: number;
  readonly state: "done" | "rejected" | "dropped";
  /** Who acted, and by which entitlement; nobody acts on a dropped step. */
  readonly act?: { readonly userId: number; readonly by: Entitlement };
}

interface StepChanges {
  readonly changes: readonly StepChange[];
  readonly status: OrderStatus;
}

export type DecisionResult = { readonly refused: ErrorCode } | StepChanges;

/** Somebody who has approved already and has a say in a step that opens: it completes by itself. */
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

/** The steps that are open now, as far as they complete by themselves. */
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

/** One approval a person and order; a blanket approver's completes every step, another's the current one. */
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

/** The order as it stands once somebody's approval is written. */
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

/** Whoever may act now may reject, for good; the steps behind are asked of nobody. */
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
 * Whether somebody's leaving would leave a step to nobody by the rules. On the current step count those who could
 * approve it now; a step further on is also settled by somebody who has approved already.
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
