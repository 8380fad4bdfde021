import type { ApprovalStep } from "@mcc/contract/approvals/approvals.schema.ts";
import type { OrderComment } from "@mcc/contract/orders/comments.schema.ts";
import type { Order, RemovedLine } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/card.tsx";
import { Timeline, type TimelineEntry } from "@mcc/ui/timeline.tsx";
import {
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconMinus,
  IconReceipt,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { formatMoment } from "../../platform/page/format.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { approvalTexts as texts } from "./approvals.texts.ts";
import { commentEntry, useComments } from "./comment-entries.tsx";
import { NewCommentForm } from "./comment-form.tsx";
import classes from "./comments.module.css";
import { commentTexts as says } from "./comments.texts.ts";
import {
  changeSince,
  deputyText,
  escalatedText,
  nextOf,
  outcomeOf,
  placedBy,
  reasonFor,
  removedText,
} from "./step-texts.ts";
import { inOrder } from "./timeline-order.ts";

const SIZE = 14;

const looks = {
  done: { tone: "good", icon: <IconCheck size={SIZE} stroke={2.5} /> },
  rejected: { tone: "bad", icon: <IconX size={SIZE} stroke={2.5} /> },
  dropped: { tone: "neutral", icon: <IconMinus size={SIZE} /> },
  open: { tone: "neutral", icon: <IconClock size={SIZE} /> },
} as const satisfies Record<ApprovalStep["state"], Pick<TimelineEntry, "tone" | "icon">>;

const current = { tone: "current", icon: <IconHourglassEmpty size={SIZE} /> } as const;

const entryOf = (step: ApprovalStep, order: Order): TimelineEntry => {
  const { next_approvers: next } = order;
  const deputies = step.is_current && next ? next.deputies : [];
  const outcome = step.is_current && next ? nextOf(next) : outcomeOf(step, order);
  const escalated = escalatedText(step);
  return {
    id: step.position,
    ...(step.is_current ? current : looks[step.state]),
    title: step.name,
    aside: step.acted_at && formatMoment(step.acted_at),
    children: (
      <>
        <p>{reasonFor(step, order)}</p>
        {escalated && <p>{escalated}</p>}
        {outcome && <p>{outcome}</p>}
        {deputies.map((deputy) => (
          <p key={`${deputy.name} ${deputy.principal}`}>{deputyText(deputy)}</p>
        ))}
      </>
    ),
    note: changeSince(step, order),
  };
};

const placed = (order: Order): TimelineEntry => ({
  id: "placed",
  icon: <IconReceipt size={SIZE} />,
  title: placedBy(order),
  aside: formatMoment(order.order_date),
});

const removalOf = (line: RemovedLine): TimelineEntry => ({
  id: `${line.removed_at} ${line.sku} ${line.text}`,
  icon: <IconTrash size={SIZE} />,
  title: `Removed by ${line.removed_by}`,
  aside: formatMoment(line.removed_at),
  children: <p>{removedText(line)}</p>,
});

/** What happened besides the steps. */
const eventsOf = (order: Order, comments: readonly OrderComment[]) => [
  ...order.removed_lines.map((line) => ({ at: line.removed_at, entry: removalOf(line) })),
  ...comments.map((comment) => ({
    at: comment.created_at,
    entry: commentEntry(comment, order.status === "Pending Approval"),
  })),
];

const Entries = ({ order }: { order: Order }) => {
  const { comments, failed, retry } = useComments(order.identifier);
  const isPending = order.status === "Pending Approval";
  return (
    <>
      <Timeline
        entries={[
          placed(order),
          ...inOrder(order.approval_steps, eventsOf(order, comments ?? [])).map((entry) =>
            "entry" in entry ? entry.entry : entryOf(entry, order),
          ),
        ]}
      />
      {failed && <LoadFailed retry={retry}>{says.fetchFailed}</LoadFailed>}
      {isPending && comments?.length === 0 && <p className={classes.none}>{says.none}</p>}
      {isPending && comments && <NewCommentForm order={order} comments={comments} />}
    </>
  );
};

/** Why an order needs approval, who acted, when, who is next, which lines were removed, and what people say. */
export const ApprovalTimeline = ({ order }: { order: Order }) =>
  order.approval_steps.length === 0 ? null : (
    <Card title={texts.approvals}>
      <Entries order={order} />
    </Card>
  );
