import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import type { TimelineEntry } from "@mcc/ui/content/timeline.tsx";
import type { ReactNode } from "react";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { commentEntry, useComments } from "./comment-entries.tsx";
import { NewCommentForm } from "./comment-form.tsx";
import classes from "./comments.module.css";
import { commentTexts as texts } from "./comments.texts.ts";

interface OrderCommentsProps {
  readonly order: Order;
  /** Draws the comments in the timeline of the order. */
  readonly children: (comments: readonly { at: string; entry: TimelineEntry }[]) => ReactNode;
}

/** What people say about an order, and while it is pending the form for more. */
export const OrderComments = ({ order, children }: OrderCommentsProps) => {
  const { comments, failed, retry } = useComments(order.identifier);
  const isPending = order.status === "Pending Approval";
  return (
    <>
      {children(
        (comments ?? []).map((comment) => ({
          at: comment.created_at,
          entry: commentEntry(comment, isPending),
        })),
      )}
      {failed && <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>}
      {isPending && comments?.length === 0 && <p className={classes.none}>{texts.none}</p>}
      {isPending && comments && <NewCommentForm order={order} comments={comments} />}
    </>
  );
};
