import { Button } from "@mantine/core";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { approvalMessages as says } from "@mcc/contract/approvals/approvals.messages.ts";
import { offersDecision } from "@mcc/contract/approvals/approvals.view.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { formatMoney } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { atStake, approvalTexts as texts } from "./approvals.texts.ts";
import { askToApprove, askToReject } from "./lazy-decisions.ts";
import classes from "./order-decision.module.css";
import { useIsDecisionPending } from "./pending-decisions.ts";

type Shown = OrderRow | Order;

const hasActed = ({ username }: SessionUser, order: Shown): boolean =>
  order.approval_status === says.tookAction ||
  [...order.approved_by, ...order.rejected_by].some((actor) => actor.username === username);

/** Known once the order has come whole. */
const isBarred = (order: Shown): boolean => "barred_as_placer" in order && order.barred_as_placer;

/** Fees are no lines that anybody counts. */
const linesOf = ({ lines }: Shown): number =>
  typeof lines === "number" ? lines : lines.filter(({ product }) => product !== null).length;

/** The decision, for whom the order waits for; for who has decided or may not decide, that it is so. */
export const OrderDecision = ({ order }: { order: Shown }) => {
  const who = useSessionUser();
  const panel = useRef<HTMLDivElement>(null);
  const acted = useIsDecisionPending(order.identifier) || hasActed(who, order);
  const open = order.status === "Pending Approval" && offersDecision(who, order) && !acted;
  const said = acted ? says.tookAction : isBarred(order) && texts.placedByYou;
  // The buttons go with the decision; the words that take their place are read aloud.
  const moveFocus = () => panel.current?.focus();
  if (!open && !said) return null;
  return (
    <div ref={panel} className={classes.panel} tabIndex={-1} data-open={open || undefined}>
      <span className={classes.words}>
        {acted && <IconCheck size={18} aria-hidden />}
        {open ? texts.waitingForYou : said}
        {open && (
          <span className={classes.stake}>
            {atStake(formatMoney(order.taxful_total_price_value), linesOf(order))}
          </span>
        )}
      </span>
      {open && (
        <span className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => askToReject(order, { moveFocus })}
          >
            {texts.reject}
          </Button>
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => askToApprove(order, { moveFocus })}
          >
            {texts.approve}
          </Button>
        </span>
      )}
    </div>
  );
};
