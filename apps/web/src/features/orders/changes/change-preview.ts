import { useDebouncedValue } from "@mantine/hooks";
import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

type StepAfter = "needed" | "added" | "given" | "again" | "dropped";

export interface ChangePreview {
  readonly total: string;
  readonly steps: readonly { readonly step: ApprovalStep; readonly after: StepAfter }[];
  readonly isAccepted: boolean;
}

const PAUSE_MS = 300;

const isAlike = (a: ApprovalStep, b: ApprovalStep): boolean =>
  a.type === b.type && a.name === b.name && a.limit === b.limit;

/** What becomes of a step of the changed order; undefined for one that was dropped before the change. */
const stepAfter = (step: ApprovalStep, before: readonly ApprovalStep[]): StepAfter | undefined => {
  const same = before.find(({ position }) => position === step.position);
  if (step.state === "done") return "given";
  if (step.state === "dropped") return same?.state === "open" ? "dropped" : undefined;
  if (same) return same.state === "done" ? "again" : "needed";
  // Steps behind an added one get other positions.
  return before.some((each) => each.state === "open" && isAlike(each, step)) ? "needed" : "added";
};

/** The total and the approvals of an order beside those that it has after a change. */
export const previewOf = (before: Order, changed: Order): ChangePreview => ({
  total: changed.taxful_total_price_value,
  steps: changed.approval_steps.flatMap((step) => {
    const after = stepAfter(step, before.approval_steps);
    return after ? [{ step, after }] : [];
  }),
  isAccepted: changed.status === "Accepted",
});

/** The order as `change` would leave it, from the server, after a pause in typing; `change` is null while it is not complete. */
export const useChangedOrder = <Change>(
  before: Order,
  change: Change | null,
  load: (change: Change, signal: AbortSignal) => Promise<Order>,
) => {
  const [settled] = useDebouncedValue(JSON.stringify(change), PAUSE_MS);
  const isComplete = change !== null && settled !== "null";
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["changed-order", before.identifier, before.taxful_total_price_value, settled],
    queryFn: ({ signal }) => load(JSON.parse(settled) as Change, signal),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const isOutdated = isPlaceholderData || settled !== JSON.stringify(change);
  return { changed: isComplete ? data : undefined, isOutdated, failed: isComplete && error !== null };
};
