import { VisuallyHidden } from "@mantine/core";
import { pendingCountText } from "./approvals.texts.ts";
import classes from "./pending-badge.module.css";
import { useRequiresApprovalCount } from "./use-requires-approval-count.ts";

const MOST = 99;

/** How many orders need the user's approval, in the sidebar. */
export const PendingBadge = () => {
  const count = useRequiresApprovalCount();
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <VisuallyHidden>, {pendingCountText(count)}</VisuallyHidden>
    </span>
  );
};
