import type { ErrorCode } from "../kit/errors.ts";
import type { OrderStatus } from "../orders/orders.schema.ts";
import {
  type Candidate,
  type DecidableOrder,
  deputiesOf,
  type EligibleApprovers,
  type EntitledApprover,
  type Entitlement,
  entitledTo,
  escalatedTo,
  type OrderStep,
  standInsFor,
} from "./entitlements.rules.ts";

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
  const first = named.length > 0 ? named : standInsFor(order, approvers).filter(isFree);
  const known = new Set(first.map(({ person }) => person.id));
  const more = escalatedTo(step, order, approvers).filter(
    (each) => isFree(each) && !known.has(each.person.id),
  );
  const own = [...first, ...more];
  return [...own, ...deputiesOf(own, order, approvers).filter(isFree)];
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
  readonly act?: Act;
}

interface Act {
  readonly userId: number;
  readonly by: Entitlement;
  /** For a deputy: in whose place they acted. */
  readonly for?: { readonly principalId: number; readonly delegationId: number };
}

const actOf = ({ person, by, deputyFor }: EntitledApprover): Act => ({
  userId: person.id,
  by,
  ...(deputyFor && {
    for: { principalId: deputyFor.principal.id, delegationId: deputyFor.delegation.id },
  }),
});

interface StepChanges {
  readonly changes: readonly StepChange[];
  readonly status: OrderStatus;
}

export type DecisionResult = { readonly refused: ErrorCode } | StepChanges;

/** The order with the approval of a user, which changed these steps. */
const withApproval = <Order extends DecidableOrder>(
  order: Order,
  userId: number,
  changes: readonly StepChange[],
): Order => ({
  ...order,
  approvedBy: [...order.approvedBy, userId],
  approvedAsDeputy: changes.some(({ act }) => act?.userId === userId && act.by === "deputy")
    ? [...order.approvedAsDeputy, userId]
    : order.approvedAsDeputy,
});

/**
 * A user who has already approved by a right of their own and is entitled to a newly opened step by one: the step
 * completes automatically. Neither an approval as a deputy nor what the user may decide as one counts.
 */
const earlierApprover = (
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers,
): Act | undefined => {
  const named = entitledTo(step, order, approvers);
  const own = named.some(({ person }) => !order.approvedBy.includes(person.id))
    ? named
    : [...named, ...standInsFor(order, approvers)];
  const approved = order.approvedBy.filter((id) => !order.approvedAsDeputy.includes(id));
  const first = approved.find((id) => own.some(({ person }) => person.id === id));
  const found = own.find(({ person }) => person.id === first);
  return found && { ...actOf(found), by: "earlier" };
};

/** The open steps that complete automatically. */
export const autoCompletedSteps = (order: DecidableOrder, approvers: EligibleApprovers): StepChange[] => {
  const changes: StepChange[] = [];
  for (const step of order.steps.filter(isOpen)) {
    const act = earlierApprover(step, order, approvers);
    if (act === undefined) break;
    changes.push({ position: step.position, state: "done", act });
  }
  return changes;
};

export const statusAfter = (steps: readonly OrderStep[], changes: readonly StepChange[]): OrderStatus =>
  steps.filter(isOpen).every(({ position }) => changes.some((change) => change.position === position))
    ? "Accepted"
    : "Pending Approval";

/** One approval per user and order; that of a blanket approver or their deputy completes every step, any other one. */
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
  const act = actOf(actor);
  const isBlanketAct = (actor.deputyFor ?? actor).by === "blanket";
  const done = isBlanketAct ? order.steps.filter(isOpen) : [step];
  const given = done.map(({ position }): StepChange => ({ position, state: "done", act }));
  const after = withApproval(order, userId, given);
  const steps = order.steps.filter((each) => !done.includes(each));
  const changes = [...given, ...autoCompletedSteps({ ...after, steps }, approvers)];
  return { changes, status: statusAfter(order.steps, changes) };
};

/** The order after the approval of a user is stored. */
export const orderAfterApproval = <Order extends DecidableOrder>(
  order: Order,
  userId: number,
  { changes, status }: StepChanges,
): Order => ({
  ...withApproval(order, userId, changes),
  status,
  steps: order.steps.map((step) => ({
    ...step,
    state: changes.find(({ position }) => position === step.position)?.state ?? step.state,
  })),
});

/** The user who may act now, and on which step: reject the order, or change it before deciding. */
export const deciderOf = <C extends Candidate>(
  order: DecidableOrder,
  approvers: EligibleApprovers<C>,
  userId: number,
): { readonly refused: ErrorCode } | { readonly step: OrderStep; readonly actor: EntitledApprover<C> } => {
  const step = currentStep(order);
  if (!step) return { refused: "order.not_pending" };
  if (order.approvedBy.includes(userId)) return { refused: "order.already_approved" };
  const actor = approversOfStep(step, order, approvers).find(({ person }) => person.id === userId);
  return actor ? { step, actor } : { refused: "approval.not_yours" };
};

/** A user who may act now may reject. A rejection is final; the later steps are dropped. */
export const reject = (
  order: DecidableOrder,
  approvers: EligibleApprovers,
  userId: number,
): DecisionResult => {
  const decider = deciderOf(order, approvers, userId);
  if ("refused" in decider) return decider;
  const { step, actor } = decider;
  const changes = order.steps
    .filter(isOpen)
    .map(
      (each): StepChange =>
        each === step
          ? { position: each.position, state: "rejected", act: actOf(actor) }
          : { position: each.position, state: "dropped" },
    );
  return { changes, status: "Rejected" };
};

/**
 * Whether removing a user would leave a step without an eligible approver. For the current step, only users who could
 * approve it now count; a later step can also be settled by a user who has already approved, but not as a deputy.
 */
export const wouldBeUnassigned = (
  step: OrderStep,
  order: DecidableOrder,
  approvers: EligibleApprovers,
  leavingUserId: number,
): boolean => {
  const cannotSettle = currentStep(order) === step ? order.approvedBy : order.approvedAsDeputy;
  const eligible = entitledTo(step, order, approvers)
    .map(({ person }) => person.id)
    .filter((id) => !cannotSettle.includes(id));
  return eligible.includes(leavingUserId) && eligible.every((id) => id === leavingUserId);
};
