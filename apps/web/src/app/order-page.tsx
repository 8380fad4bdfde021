import { ApprovalTimeline } from "../features/approvals/approval-timeline.tsx";
import { OrderDecision } from "../features/approvals/order-decision.tsx";
import { OrderDetailsPage } from "../features/orders/order-details-page.tsx";

/** An order, with what the approvals room knows about it: rooms meet here. */
export const OrderPage = () => (
  <OrderDetailsPage
    decision={(order) => <OrderDecision order={order} />}
    timeline={(order) => <ApprovalTimeline order={order} />}
  />
);
