import { Button } from "@mantine/core";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { offersDecision } from "@mcc/contract/approval-steps/approval-status.ts";
import { approvalMessages as says } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { prefetch } from "../../platform/api/prefetch.ts";
import { useListReturnState } from "../../platform/lists/list-return-state.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { useQueuePlace } from "./approval-queue.ts";
import { placeText, approvalTexts as texts, totalAndLines } from "./decisions.texts.ts";
import { confirmApprove, confirmReject } from "./lazy-decisions.ts";
import classes from "./order-decision.module.css";
import { useIsDecisionSending } from "./pending-decisions.ts";
import { useRequiresApprovalCount } from "./use-requires-approval-count.ts";

type ShownOrder = OrderRow | Order;

const hasActed = ({ username }: SessionUser, order: ShownOrder): boolean =>
  order.approval_status === says.tookAction ||
  [...order.approved_by, ...order.rejected_by].some((actor) => actor.username === username);

/** Known once the complete order is loaded. */
const isBarred = (order: ShownOrder): boolean => "barred_as_placer" in order && order.barred_as_placer;

/** Fees are not counted as lines. */
const linesOf = ({ lines }: ShownOrder): number =>
  typeof lines === "number" ? lines : lines.filter(({ product }) => product !== null).length;

/** Opens another order of the same list. */
const useOpenOrder = () => {
  const navigate = useNavigate();
  const listReturn = useListReturnState();
  return (order: OrderRow) =>
    void navigate({
      to: "/orders/$orderId",
      params: { orderId: order.identifier },
      state: { listReturn: { back: {}, ...listReturn, record: order } },
    });
};

interface DecisionBarProps {
  readonly order: ShownOrder;
  /** What should be answered before. */
  readonly questions: ReactNode;
  /** The buttons are removed after the decision; a screen reader reads the message that replaces them. */
  readonly moveFocus: () => void;
}

/** What is decided about, and the buttons. */
const DecisionBar = ({ order, questions, moveFocus }: DecisionBarProps) => {
  const place = useQueuePlace(order.identifier, true);
  const openOrder = useOpenOrder();
  const next = place?.next;
  const approveAndNext = (following: OrderRow) => {
    prefetch(findOrder, { params: { identifier: following.identifier } });
    confirmApprove(order, { moveFocus, onDecided: () => openOrder(following) });
  };
  return (
    <>
      <span className={classes.words}>
        <span>{texts.waitingForYou}</span>
        {place && <span className={classes.place}>{placeText(place.position, place.count)}</span>}
        <span className={classes.stake}>
          {totalAndLines(formatMoney(order.taxful_total_price_value), linesOf(order))}
        </span>
        {questions}
      </span>
      <span className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => confirmReject(order, { moveFocus })}
        >
          {texts.reject}
        </Button>
        <Button
          variant={next ? "default" : "filled"}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => confirmApprove(order, { moveFocus })}
        >
          {texts.approve}
        </Button>
        {next && <Button onClick={() => approveAndNext(next)}>{texts.approveAndNext}</Button>}
      </span>
    </>
  );
};

/** After the last decision, the user learns that nothing else needs it. */
const Decided = ({ here, message }: { here: boolean; message: string | false }) => {
  const noneLeft = useRequiresApprovalCount() === 0;
  return (
    <span className={classes.words}>
      {message === says.tookAction && <IconCheck size={18} aria-hidden />}
      {message}
      {here && noneLeft && <span>{texts.noneLeft}</span>}
    </span>
  );
};

/** Approve and Reject for users who may decide; for others, a message if they have decided or must not decide. */
export const OrderDecision = ({ order, questions }: { order: ShownOrder; questions?: ReactNode }) => {
  const who = useSessionUser();
  const panel = useRef<HTMLDivElement>(null);
  const [decidedHere, setDecidedHere] = useState<string>();
  const acted = useIsDecisionSending(order.identifier) || hasActed(who, order);
  const open = order.status === "Pending Approval" && offersDecision(who, order) && !acted;
  const message = acted ? says.tookAction : isBarred(order) && texts.placedByYou;
  const moveFocus = () => {
    setDecidedHere(order.identifier);
    panel.current?.focus();
  };
  if (!open && !message) return null;
  return (
    <div ref={panel} className={classes.panel} tabIndex={-1} data-open={open || undefined}>
      {open ? (
        <DecisionBar order={order} questions={questions} moveFocus={moveFocus} />
      ) : (
        <Decided here={acted && decidedHere === order.identifier} message={message} />
      )}
    </div>
  );
};
