import { byFor } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { Order, OrderChange, RemovedLine } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Timeline, type TimelineEntry } from "@mcc/ui/content/timeline.tsx";
import {
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconMinus,
  IconPencil,
  IconReceipt,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatMoment } from "../../platform/page/format.ts";
import {
  APPROVALS,
  changedTexts,
  changeSince,
  deputyText,
  escalatedText,
  nextOf,
  outcomeOf,
  placedBy,
  reasonFor,
  removedText,
} from "./step.texts.ts";
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

const changeOf = (change: OrderChange): TimelineEntry => ({
  id: `${change.changed_at} ${change.reason}`,
  icon: <IconPencil size={SIZE} />,
  title: `Changed by ${byFor(change.changed_by, change.changed_for)}`,
  aside: formatMoment(change.changed_at),
  children: changedTexts(change).map((text) => <p key={text}>{text}</p>),
});

/** Something that happened besides the steps. */
interface TimelineEvent {
  readonly at: string;
  readonly entry: TimelineEntry;
}

const entriesOf = (order: Order, events: readonly TimelineEvent[]): TimelineEntry[] => {
  const removals = order.removed_lines.map((line) => ({ at: line.removed_at, entry: removalOf(line) }));
  const changes = order.changes.map((change) => ({ at: change.changed_at, entry: changeOf(change) }));
  return [
    placed(order),
    ...inOrder(order.approval_steps, [...removals, ...changes, ...events]).map((entry) =>
      "entry" in entry ? entry.entry : entryOf(entry, order),
    ),
  ];
};

interface ApprovalTimelineProps {
  readonly order: Order;
  /** Draws the timeline together with the comments. */
  readonly withComments: (draw: (comments: readonly TimelineEvent[]) => ReactNode) => ReactNode;
}

/** Why an order needs approval, who acted, when, who is next, which lines were removed or changed, and what people say. */
export const ApprovalTimeline = ({ order, withComments }: ApprovalTimelineProps) =>
  order.approval_steps.length === 0 ? null : (
    <Card title={APPROVALS}>
      {withComments((comments) => (
        <Timeline entries={entriesOf(order, comments)} />
      ))}
    </Card>
  );
