import { Skeleton } from "@mantine/core";
import type { ApprovalStep } from "@mcc/contract/approvals/approvals.schema.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/card.tsx";
import { Timeline, type TimelineEntry } from "@mcc/ui/timeline.tsx";
import { IconCheck, IconClock, IconHourglassEmpty, IconMinus, IconReceipt, IconX } from "@tabler/icons-react";
import { formatMoment } from "../../platform/format.ts";
import { approvalTexts as texts } from "./approvals.texts.ts";
import { changeSince, nextOf, outcomeOf, placedBy, reasonFor } from "./step-words.ts";

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

const placed = (order: OrderRow | Order): TimelineEntry => ({
  id: "placed",
  icon: <IconReceipt size={SIZE} />,
  title: placedBy(order),
  aside: formatMoment(order.order_date),
});

/** As many as a row of a list lets expect: who has acted so far, and who is next. */
const expectedOf = ({ status, approved_by_count, rejected_by }: OrderRow): number =>
  approved_by_count + rejected_by.length + (status === "Pending Approval" ? 1 : 0);

/** Takes the room of what is on its way. */
const waiting = (at: number): TimelineEntry => ({
  id: at,
  icon: null,
  title: <Skeleton height={14} my={4} width="30%" />,
  children: (
    <>
      <Skeleton height={12} my={5} width="45%" />
      <Skeleton height={12} my={5} width="38%" />
    </>
  ),
});

const entriesOf = (order: OrderRow | Order): TimelineEntry[] => {
  if ("approval_steps" in order) return order.approval_steps.map((step) => entryOf(step, order));
  return Array.from({ length: expectedOf(order) }, (_, at) => waiting(at + 1));
};

/** Why an order needs approval, who acted, when, and who is next. */
export const ApprovalTimeline = ({ order }: { order: OrderRow | Order }) => {
  const steps = entriesOf(order);
  return steps.length === 0 ? null : (
    <Card title={texts.approvals}>
      <Timeline entries={[placed(order), ...steps]} />
    </Card>
  );
};
