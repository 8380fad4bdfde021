import { Loader } from "@mantine/core";
import { approvalMessages as says } from "@mcc/contract/approvals/approvals.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { Tag, type Tone } from "@mcc/ui/tag.tsx";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { sendingDecision } from "./approvals.texts.ts";
import { useIsDecisionSending } from "./pending-decisions.ts";

const toneOf = (status: string): Tone => {
  if (status === says.waitingForYou) return "warn";
  return status === says.tookAction ? "good" : "neutral";
};

/** The approval status of an order for the user. */
export const StatusCell = ({ order }: { order: Pick<OrderRow, "identifier" | "approval_status"> }) => {
  const { identifier, approval_status: status } = order;
  if (useIsDecisionSending(identifier)) {
    return <Loader size={16} role="status" aria-label={sendingDecision(identifier)} />;
  }
  return status ? <Tag tone={toneOf(status)}>{status}</Tag> : <NotAvailable />;
};
