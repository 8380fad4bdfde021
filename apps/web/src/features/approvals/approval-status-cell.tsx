import { approvalMessages as says } from "@mcc/contract/approvals/approvals.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { Tag, type Tone } from "@mcc/ui/tag.tsx";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { useIsDecisionPending } from "./pending-decisions.ts";

const toneOf = (status: string): Tone => {
  if (status === says.waitingForYou) return "warn";
  return status === says.tookAction ? "good" : "neutral";
};

/** The approval status of an order for the user. */
export const StatusCell = ({ order }: { order: Pick<OrderRow, "identifier" | "approval_status"> }) => {
  const decided = useIsDecisionPending(order.identifier);
  const status = decided ? says.tookAction : order.approval_status;
  return status ? <Tag tone={toneOf(status)}>{status}</Tag> : <NotAvailable />;
};
