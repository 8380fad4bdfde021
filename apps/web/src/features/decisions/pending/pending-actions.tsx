import { offersDecision } from "@mcc/contract/approval-steps/approval-status.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconCheck, IconEye, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { Search } from "../../../platform/lists/list-state.ts";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { approvalTexts as texts } from "../decisions.texts.ts";
import { confirmApprove, confirmReject } from "../lazy-decisions.ts";
import { useIsDecisionSending } from "../pending-decisions.ts";
import classes from "./pending-actions.module.css";
import { pendingLink } from "./pending-link.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** View for everyone, Approve and Reject for users who may decide. */
export const PendingActions = ({ order, back }: { order: OrderRow; back: Search }) => {
  const who = useSessionUser();
  const cell = useRef<HTMLSpanElement>(null);
  const { identifier } = order;
  const decided = useIsDecisionSending(identifier);
  const moveFocus = () => cell.current?.closest<HTMLElement>("tr, li")?.focus();
  const decides = offersDecision(who, order) && !decided;
  return (
    <span ref={cell} className={classes.actions}>
      <IconAction
        label={texts.view}
        about={identifier}
        icon={<IconEye {...icon} />}
        renderRoot={(props) => <Link {...props} {...pendingLink(order, back)} />}
      />
      {decides && (
        <>
          <IconAction
            label={texts.approve}
            about={identifier}
            icon={<IconCheck {...icon} />}
            onClick={() => confirmApprove(order, { moveFocus })}
          />
          <IconAction
            danger
            label={texts.reject}
            about={identifier}
            icon={<IconX {...icon} />}
            onClick={() => confirmReject(order, { moveFocus })}
          />
        </>
      )}
    </span>
  );
};
