import { Loader } from "@mantine/core";
import { approvalMessages as says } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { IconMessageQuestion } from "@tabler/icons-react";
import { NotAvailable } from "../../../platform/lists/table/table-cell.tsx";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { sendingDecision, approvalTexts as texts } from "../decisions.texts.ts";
import { useIsDecisionSending } from "../pending-decisions.ts";
import classes from "./approval-status-cell.module.css";

const toneOf = (status: string): Tone => {
  if (status === says.waitingForYou) return "warn";
  return status === says.tookAction ? "good" : "neutral";
};

type ShownStatus = Pick<OrderRow, "identifier" | "approval_status" | "waiting_for_answer">;

/** A mark, because the column has no room for a second sentence. */
const Question = () => (
  <span
    className={classes.question}
    role="img"
    aria-label={texts.waitingForAnswer}
    {...tooltip(texts.waitingForAnswer, { touch: true })}
  >
    <IconMessageQuestion size={18} aria-hidden />
  </span>
);

/** The approval status of an order for the user, and whether someone was asked about it; admins see that beside who approves next. */
export const StatusCell = ({ order }: { order: ShownStatus }) => {
  const { identifier, approval_status: status } = order;
  const question = !useSessionUser().is_company_admin && order.waiting_for_answer;
  if (useIsDecisionSending(identifier)) {
    return <Loader size={16} role="status" aria-label={sendingDecision(identifier)} />;
  }
  if (!status && !question) return <NotAvailable />;
  return (
    <span className={classes.status}>
      {status && <Tag tone={toneOf(status)}>{status}</Tag>}
      {question && <Question />}
    </span>
  );
};

/** For company admins: whose approval is needed next, and whether someone was asked about the order. */
export const RequiredApproval = ({ order }: { order: OrderRow }) => {
  const { current_required_approval: required, waiting_for_answer: question } = order;
  if (!required) return <NotAvailable />;
  return (
    <span className={classes.status}>
      {required.name}
      {question && <Question />}
    </span>
  );
};
