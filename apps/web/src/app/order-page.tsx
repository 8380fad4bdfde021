import { ApprovalTimeline } from "../features/approvals/approval-timeline.tsx";
import { OrderDecision } from "../features/approvals/order-decision.tsx";
import { OrderDetailsPage } from "../features/orders/order-details-page.tsx";

/** The page of an order, with the decision and the timeline of the approvals feature. Features meet in `app`. */
export const OrderPage = () => (
  <OrderDetailsPage
    decision={(order) => <OrderDecision order={order} />}
    timeline={(order) => <ApprovalTimeline order={order} />}
  />
);
