import type { ApprovalRule, NeededStep } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import {
  EXAMPLE_KINDS,
  type Example,
  type ExampleKind,
  type SimulationResult,
} from "@mcc/contract/approval-rules/simulations.schema.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
import type { SimulatedApprover, SimulatedOrder } from "./simulated-orders.queries.ts";
import { type SimulatedCompany, simulateRules } from "./simulated-rules.ts";

const EXAMPLES_OF_A_KIND = 8;
const MOST_APPROVERS = 200;

const holdersOf = (steps: readonly NeededStep[]): string =>
  steps.map(({ holder }) => `${holder.type}${holder.id}`).join();

const kindOf = (
  before: readonly NeededStep[],
  after: readonly NeededStep[],
  isUnassigned: boolean,
): ExampleKind | undefined => {
  if (isUnassigned) return "unassigned";
  if (holdersOf(before) === holdersOf(after)) return undefined;
  if (after.length === 0) return "passing";
  if (after.length < before.length) return "fewer";
  return after.length > before.length ? "more" : "others";
};

/** What is counted under one set of rules. */
const makeSide = (rules: readonly ApprovalRule[], company: SimulatedCompany) => {
  const simulated = simulateRules(rules, company);
  const counts = { steps: 0, passing: 0, passingCents: 0n, unassigned: 0, unassignedCents: 0n };
  const bySteps = new Map<number, number>();
  return {
    stepsOf: simulated.stepsOf,
    ordersByApprover: simulated.ordersByApprover,
    bySteps,
    /** Counts an order; true if nobody but company admins could approve one of its steps. */
    count: (order: SimulatedOrder, steps: readonly NeededStep[], placedBy: readonly number[]): boolean => {
      counts.steps += steps.length;
      bySteps.set(steps.length, (bySteps.get(steps.length) ?? 0) + 1);
      if (steps.length === 0) {
        counts.passing++;
        counts.passingCents += centsOf(order.total);
        return false;
      }
      const { isUnassigned } = simulated.assign(order, steps, placedBy);
      if (isUnassigned) {
        counts.unassigned++;
        counts.unassignedCents += centsOf(order.total);
      }
      return isUnassigned;
    },
    result: () => ({
      steps: counts.steps,
      passing: { orders: counts.passing, total: moneyOf(counts.passingCents) },
      unassigned: { orders: counts.unassigned, total: moneyOf(counts.unassignedCents) },
    }),
  };
};

/** An order with its steps under both sets of rules. */
export interface OrderWithSteps {
  readonly order: SimulatedOrder;
  readonly before: readonly NeededStep[];
  readonly after: readonly NeededStep[];
}

/** Adds up orders, in a memory that does not grow with their number. */
export const makeTally = (
  rules: { readonly before: readonly ApprovalRule[]; readonly after: readonly ApprovalRule[] },
  company: SimulatedCompany,
) => {
  const [before, after] = [makeSide(rules.before, company), makeSide(rules.after, company)];
  const examples = new Map<ExampleKind, Example[]>(EXAMPLE_KINDS.map((kind) => [kind, []]));
  let [orders, changed, cents] = [0, 0, 0n];
  const namesOf = (steps: readonly NeededStep[]) => steps.map(({ holder }) => holder.name);
  return {
    stepsOf: (order: SimulatedOrder): OrderWithSteps => ({
      order,
      before: before.stepsOf(order),
      after: after.stepsOf(order),
    }),
    add: ({ order, ...steps }: OrderWithSteps, placedBy: readonly number[]): void => {
      orders++;
      cents += centsOf(order.total);
      if (holdersOf(steps.before) !== holdersOf(steps.after)) changed++;
      before.count(order, steps.before, placedBy);
      const kind = kindOf(steps.before, steps.after, after.count(order, steps.after, placedBy));
      const some = kind && examples.get(kind);
      if (!some || some.length >= EXAMPLES_OF_A_KIND) return;
      const { identifier, total } = order;
      some.push({ kind, identifier, total, before: namesOf(steps.before), after: namesOf(steps.after) });
    },
    get orders() {
      return orders;
    },
    result: (people: readonly SimulatedApprover[]): Omit<SimulationResult, "since" | "is_partial"> => {
      const [asked, toAsk] = [before.ordersByApprover(), after.ordersByApprover()];
      const approvers = people
        .map(({ id, name }) => ({ id, name, before: asked.get(id) ?? 0, after: toAsk.get(id) ?? 0 }))
        .filter((person) => person.before + person.after > 0)
        .toSorted((a, b) => b.after - a.after || b.before - a.before || a.id - b.id);
      const stepCounts = [...new Set([...before.bySteps.keys(), ...after.bySteps.keys()])];
      return {
        orders,
        total: moneyOf(cents),
        changed,
        before: before.result(),
        after: after.result(),
        by_steps: stepCounts
          .toSorted((a, b) => a - b)
          .map((steps) => ({
            steps,
            before: before.bySteps.get(steps) ?? 0,
            after: after.bySteps.get(steps) ?? 0,
          })),
        approver_count: approvers.length,
        approvers: approvers.slice(0, MOST_APPROVERS),
        examples: EXAMPLE_KINDS.flatMap((kind) => examples.get(kind) ?? []),
      };
    },
  };
};
