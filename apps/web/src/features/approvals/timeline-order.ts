import type { ApprovalStep } from "@mcc/contract/approvals/approvals.schema.ts";
import type { RemovedLine } from "@mcc/contract/orders/orders.schema.ts";

type Step = Pick<ApprovalStep, "acted_at">;
type Removal = Pick<RemovedLine, "removed_at">;

const wasBefore = ({ acted_at }: Step, { removed_at }: Removal): boolean =>
  acted_at !== null && Date.parse(acted_at) <= Date.parse(removed_at);

/** The steps of an order in their own order, with each removal after the steps that were decided before it. */
export const inOrder = <S extends Step, R extends Removal>(
  steps: readonly S[],
  removals: readonly R[],
): (S | R)[] => {
  const entries: (S | R)[] = [];
  let left = removals;
  for (const step of steps) {
    const earlier = left.filter((removal) => !wasBefore(step, removal));
    entries.push(...earlier, step);
    left = left.filter((removal) => wasBefore(step, removal));
  }
  return [...entries, ...left];
};
