import { byStepOrder, isDropped, type NeededStep } from "../approval-rules/needed-steps.rules.ts";
import { isOpen, type StepChange } from "../approval-steps/decisions.rules.ts";
import type { OrderStep } from "../approval-steps/entitlements.rules.ts";
import { centsOf } from "../kit/money.ts";

/** A step that an order now needs, with its place among the others. */
export interface AddedStep extends NeededStep {
  readonly position: number;
}

/** The effect of a changed total on the steps of a pending order. */
export interface Reconsidered {
  readonly dropped: readonly StepChange[];
  /** Open steps that follow an added one, by their positions. */
  readonly moved: readonly { readonly from: number; readonly to: number }[];
  readonly added: readonly AddedStep[];
}

/** Only a larger total can need an approval that was not needed before. */
export const needsMore = (before: string, after: string): boolean => centsOf(after) > centsOf(before);

const placeOf = (step: OrderStep | NeededStep) =>
  "holder" in step
    ? { limit: step.limit, type: step.holder.type, id: step.ruleId }
    : { limit: step.limit, type: step.roleId === null ? "user" : "role", id: step.ruleId ?? 0 };

/**
 * Open steps above the total are dropped, needed steps that are neither open nor approved are added in their place,
 * approvals are kept. Moved steps get positions after all used ones: two steps never have the same position.
 */
export const reconsider = (
  steps: readonly OrderStep[],
  needed: readonly NeededStep[],
  total: string,
): Reconsidered => {
  const open = steps.filter(isOpen);
  const staying = open.filter((step) => !isDropped(step, total));
  const dropped = open
    .filter((step) => !staying.includes(step))
    .map(({ position }): StepChange => ({ position, state: "dropped" }));
  const requiredRules = new Set(steps.filter(({ state }) => state !== "dropped").map(({ ruleId }) => ruleId));
  const missing = needed.filter(({ ruleId }) => !requiredRules.has(ruleId));
  const line = [...staying, ...missing].toSorted((a, b) => byStepOrder(placeOf(a), placeOf(b)));
  const behind = line.slice(line.findIndex((step) => "holder" in step));
  const last = Math.max(0, ...steps.map(({ position }) => position));
  const placed = missing.length === 0 ? [] : behind.map((step, at) => ({ step, position: last + 1 + at }));
  return {
    dropped,
    moved: placed.flatMap(({ step, position }) =>
      "holder" in step ? [] : { from: step.position, to: position },
    ),
    added: placed.flatMap(({ step, position }) => ("holder" in step ? { ...step, position } : [])),
  };
};
