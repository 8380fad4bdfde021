import {
  type BudgetStep,
  byStepOrder,
  isDropped,
  type NeededStep,
} from "../approval-rules/needed-steps.rules.ts";
import { isOpen, type StepChange } from "../approval-steps/decisions.rules.ts";
import type { OrderStep } from "../approval-steps/entitlements.rules.ts";
import { centsOf } from "../kit/money.ts";

/** A step that an order now needs, with its place among the others. */
export type AddedStep = (NeededStep | BudgetStep) & { readonly position: number };

/** The effect of a changed total on the steps of a pending order. */
export interface Reconsidered {
  readonly dropped: readonly StepChange[];
  /** Open steps that follow an added one, by their positions. */
  readonly moved: readonly { readonly from: number; readonly to: number }[];
  readonly added: readonly AddedStep[];
}

/** Only a larger total can need an approval that was not needed before. */
export const needsMore = (before: string, after: string): boolean => centsOf(after) > centsOf(before);

/** Steps of budgets come last. */
const placeOf = (step: OrderStep | NeededStep | BudgetStep) => {
  if (step.budgetId) return { limit: Number.MAX_SAFE_INTEGER, type: "role", id: step.budgetId };
  const { limit, ruleId } = step as OrderStep | NeededStep;
  const isRole = "holder" in step ? step.holder.type === "role" : step.roleId !== null;
  return { limit, type: isRole ? "role" : "user", id: ruleId ?? 0 };
};

/**
 * Open steps above the total, or of budgets that the order no longer goes beyond, are dropped, needed steps that are
 * neither open nor approved are added in their place, approvals are kept. Moved steps get positions after all used ones: two steps never have the same position.
 */
export const reconsider = (
  steps: readonly OrderStep[],
  needed: readonly NeededStep[],
  total: string,
  beyond: readonly BudgetStep[] = [],
): Reconsidered => {
  const open = steps.filter(isOpen);
  // A budget whose role is another one since then has a new step for it.
  const isBeyond = ({ budgetId, roleId }: OrderStep) =>
    beyond.some((step) => step.budgetId === budgetId && step.holder.id === roleId);
  const staying = open.filter((step) => (step.budgetId ? isBeyond(step) : !isDropped(step, total)));
  const dropped = open
    .filter((step) => !staying.includes(step))
    .map(({ position }): StepChange => ({ position, state: "dropped" }));
  const required = steps.filter(({ state }) => state !== "dropped");
  const rules = new Set(required.map(({ ruleId }) => ruleId));
  const budgets = new Set(
    [...staying, ...required.filter((step) => !isOpen(step))].map(({ budgetId }) => budgetId),
  );
  const missing = [
    ...needed.filter(({ ruleId }) => !rules.has(ruleId)),
    ...beyond.filter(({ budgetId }) => !budgets.has(budgetId)),
  ];
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
