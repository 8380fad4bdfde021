import { Button } from "@mantine/core";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { approvalMessages as says } from "@mcc/contract/approvals/approvals.messages.ts";
import { offersDecision } from "@mcc/contract/approvals/approvals.view.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { formatMoney } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { approvalTexts as texts, totalAndLines } from "./approvals.texts.ts";
import { confirmApprove, confirmReject } from "./lazy-decisions.ts";
import classes from "./order-decision.module.css";
import { useIsDecisionPending } from "./pending-decisions.ts";

type ShownOrder = OrderRow | Order;

const hasActed = ({ username }: SessionUser, order: ShownOrder): boolean =>
  order.approval_status === says.tookAction ||
  [...order.approved_by, ...order.rejected_by].some((actor) => actor.username === username);

/** Known once the complete order is loaded. */
const isBarred = (order: ShownOrder): boolean => "barred_as_placer" in order && order.barred_as_placer;

/** Fees are not counted as lines. */
const linesOf = ({ lines }: ShownOrder): number =>
  typeof lines === "number" ? lines : lines.filter(({ product }) => product !== null).length;

/** Approve and Reject for users who may decide; for others, a message if they have decided or must not decide. */
export const OrderDecision = ({ order }: { order: ShownOrder }) => {
  const who = useSessionUser();
  const panel = useRef<HTMLDivElement>(null);
  const acted = useIsDecisionPending(order.identifier) || hasActed(who, order);
  const open = order.status === "Pending Approval" && offersDecision(who, order) && !acted;
  const said = acted ? says.tookAction : isBarred(order) && texts.placedByYou;
  // The buttons are removed after the decision; a screen reader reads the message that replaces them.
  const moveFocus = () => panel.current?.focus();
  if (!open && !said) return null;
  return (
    <div ref={panel} className={classes.panel} tabIndex={-1} data-open={open || undefined}>
      <span className={classes.words}>
        {acted && <IconCheck size={18} aria-hidden />}
        {open ? texts.waitingForYou : said}
        {open && (
          <span className={classes.stake}>
            {totalAndLines(formatMoney(order.taxful_total_price_value), linesOf(order))}
          </span>
        )}
      </span>
      {open && (
        <span className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => confirmReject(order, { moveFocus })}
          >
            {texts.reject}
          </Button>
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => confirmApprove(order, { moveFocus })}
          >
            {texts.approve}
          </Button>
        </span>
      )}
    </div>
  );
};
