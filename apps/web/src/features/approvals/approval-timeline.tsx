import type { ApprovalStep } from "@mcc/contract/approvals/approvals.schema.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/card.tsx";
import { Timeline, type TimelineEntry } from "@mcc/ui/timeline.tsx";
import { IconCheck, IconClock, IconHourglassEmpty, IconMinus, IconReceipt, IconX } from "@tabler/icons-react";
import { formatMoment } from "../../platform/page/format.ts";
import { approvalTexts as texts } from "./approvals.texts.ts";
import { changeSince, nextOf, outcomeOf, placedBy, reasonFor } from "./step-texts.ts";

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
  const outcome = step.is_current && next ? nextOf(next) : outcomeOf(step, order);
  return {
    id: step.position,
    ...(step.is_current ? current : looks[step.state]),
    title: step.name,
    aside: step.acted_at && formatMoment(step.acted_at),
    children: (
      <>
        <p>{reasonFor(step, order)}</p>
        {outcome && <p>{outcome}</p>}
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

/** Why an order needs approval, who acted, when, and who is next. */
export const ApprovalTimeline = ({ order }: { order: Order }) =>
  order.approval_steps.length === 0 ? null : (
    <Card title={texts.approvals}>
      <Timeline entries={[placed(order), ...order.approval_steps.map((step) => entryOf(step, order))]} />
    </Card>
  );
