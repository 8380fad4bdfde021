import { centsOf } from "../kit/money.ts";

/** The approver a rule or a step names: the holders of a role, or one user. */
export type Holder =
  | { readonly type: "role"; readonly id: number; readonly name: string }
  | { readonly type: "user"; readonly id: number; readonly name: string };

/** The part of an approval rule that determines steps. */
export interface ApprovalRule {
  readonly id: number;
  readonly holder: Holder;
  /** 0 is every order, −1 a blanket approver, anything else the total at or above which approval is needed. */
  readonly limit: number;
  /** The places a user rule applies to; a role rule applies at every site. */
  readonly siteIds: readonly number[];
  readonly nodeIds: readonly number[];
}

/** The place where an order was placed. */
export interface OrderPlace {
  readonly siteId: number;
  /** The site's node and every node above it; empty without hierarchy. */
  readonly nodePath: readonly number[];
}

export interface OrderToApprove extends OrderPlace {
  /** The taxful total, exact. */
  readonly total: string;
}

export interface NeededStep {
  readonly ruleId: number;
  readonly budgetId?: undefined;
  readonly holder: Holder;
  readonly limit: number;
}

/** A further approval, because the order goes beyond a budget. It comes after those of the rules. */
export interface BudgetStep {
  readonly ruleId?: undefined;
  readonly budgetId: number;
  readonly holder: Holder;
}

export const covers = (
  { holder, siteIds, nodeIds }: Omit<ApprovalRule, "id" | "limit">,
  { siteId, nodePath }: OrderPlace,
): boolean =>
  holder.type === "role" || siteIds.includes(siteId) || nodeIds.some((node) => nodePath.includes(node));

/** Whether a total is at or above a limit. */
export const reaches = (total: string, limit: number): boolean => centsOf(total) >= BigInt(limit) * 100n;

/** A blanket approver adds no step; every other limit is reached by a total at or above it. */
const requiresStep = ({ limit }: ApprovalRule, { total }: OrderToApprove): boolean =>
  limit === 0 || (limit > 0 && reaches(total, limit));

/** The sort key of a step among the others; the id is that of its rule. */
interface Place {
  readonly limit: number;
  readonly type: string;
  readonly id: number;
}

export const byStepOrder = (a: Place, b: Place): number =>
  a.limit - b.limit || Number(a.type === "role") - Number(b.type === "role") || a.id - b.id;

/** The approvals an order needs, in the order in which they are requested. None: it is accepted at once. */
export const stepsFor = (rules: readonly ApprovalRule[], order: OrderToApprove): NeededStep[] =>
  rules
    .filter((rule) => covers(rule, order) && requiresStep(rule, order))
    .toSorted((a, b) => byStepOrder({ ...a, type: a.holder.type }, { ...b, type: b.holder.type }))
    .map(({ id, holder, limit }) => ({ ruleId: id, holder, limit }));

/**
 * The approvals that a changed order would need, without those it needed before the change and those already given, by
 * the ids of their rules. If there are any, the change would bypass approvers.
 */
export const skippedSteps = (
  before: readonly NeededStep[],
  after: readonly NeededStep[],
  given: readonly (number | null)[],
): NeededStep[] =>
  after.filter(({ ruleId }) => !given.includes(ruleId) && !before.some((step) => step.ruleId === ruleId));

/** A step whose limit the smaller total no longer reaches is dropped; every total reaches a limit of 0. */
export const isDropped = (step: { readonly limit: number }, total: string): boolean =>
  step.limit > 0 && !reaches(total, step.limit);
