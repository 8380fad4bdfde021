import { isDropped } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import { needsMore } from "@mcc/contract/decisions/reconsider.rules.ts";
import { amountsAfterRemoval, amountsOfQuantity } from "@mcc/contract/orders/order-amounts.ts";
import type { Order, OrderLine } from "@mcc/contract/orders/orders.schema.ts";

export type StepAfter = "needed" | "given" | "again" | "dropped" | "byBudget";

export interface ChangePreview {
  readonly total: string;
  readonly steps: readonly { readonly position: number; readonly name: string; readonly after: StepAfter }[];
  /** The larger total may need further approvals: only the server knows the rules. */
  readonly mayNeedMore: boolean;
  readonly isAccepted: boolean;
}

const stepAfter = (step: ApprovalStep, total: string, isAgain: boolean): StepAfter => {
  if (step.state === "done" && !isAgain) return "given";
  if (step.reason !== undefined) return "byBudget";
  if (isDropped(step, total)) return "dropped";
  return step.state === "done" ? "again" : "needed";
};

/** The total and the approvals of an order with a smaller quantity of a line, by the rules that the server applies. */
export const previewOf = (order: Order, line: OrderLine, quantity: string): ChangePreview => {
  const before = order.taxful_total_price_value;
  const lines = order.lines.map((each) =>
    each.id === line.id ? { ...each, ...amountsOfQuantity(line, quantity) } : each,
  );
  const amounts = { total: before, subtotal: order.taxless_total_price_value };
  const { total } = amountsAfterRemoval(amounts, order.lines, lines);
  const isAgain = order.changeable?.after_change === "again";
  const steps = order.approval_steps
    .filter(({ state }) => state === "open" || state === "done")
    .map((step) => ({ position: step.position, name: step.name, after: stepAfter(step, total, isAgain) }));
  const mayNeedMore = needsMore(before, total);
  const isAccepted = !mayNeedMore && steps.every(({ after }) => after === "given" || after === "dropped");
  return { total, steps, mayNeedMore, isAccepted };
};
