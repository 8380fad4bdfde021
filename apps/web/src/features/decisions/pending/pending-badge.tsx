import { VisuallyHidden } from "@mantine/core";
import { badgeCount } from "../../../platform/page/format.ts";
import { needApprovalText } from "../decisions.texts.ts";
import { useRequiresApprovalCount } from "../use-requires-approval-count.ts";
import classes from "./pending-badge.module.css";

/** How many orders need the user's approval, in the sidebar. */
export const PendingBadge = () => {
  const count = useRequiresApprovalCount();
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <VisuallyHidden>, </VisuallyHidden>
      {badgeCount(count)}
      <VisuallyHidden> {needApprovalText(count)}</VisuallyHidden>
    </span>
  );
};
