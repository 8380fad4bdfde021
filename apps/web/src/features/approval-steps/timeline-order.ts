import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";

type Step = Pick<ApprovalStep, "acted_at">;
/** Something else that happened, such as the removal of a line or a comment. */
interface Event {
  readonly at: string;
}

const wasBefore = ({ acted_at }: Step, { at }: Event): boolean =>
  acted_at !== null && Date.parse(acted_at) <= Date.parse(at);

const byTime = (one: Event, other: Event): number => Date.parse(one.at) - Date.parse(other.at);

/** The steps of an order in their own order, with each event after the steps that were decided before it. */
export const inOrder = <S extends Step, E extends Event>(
  steps: readonly S[],
  events: readonly E[],
): (S | E)[] => {
  const entries: (S | E)[] = [];
  let left = events.toSorted(byTime);
  for (const step of steps) {
    const earlier = left.filter((event) => !wasBefore(step, event));
    entries.push(...earlier, step);
    left = left.filter((event) => wasBefore(step, event));
  }
  return [...entries, ...left];
};
