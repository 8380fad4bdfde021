import { ApprovalTimeline } from "../features/approvals/approval-timeline.tsx";
import { OrderDecision } from "../features/approvals/order-decision.tsx";
import { DownloadOrderDocuments } from "../features/documents/download-order-documents.tsx";
import { OrderDetailsPage } from "../features/orders/order-details-page.tsx";
import { OrderWarnings } from "../features/warnings/order-warnings.tsx";

/** The page of an order, with parts of the approvals, warnings and documents features. Features meet in `app`. */
export const OrderPage = () => (
  <OrderDetailsPage
    decision={(order) => <OrderDecision order={order} />}
    warnings={(order) => <OrderWarnings order={order} />}
    timeline={(order) => <ApprovalTimeline order={order} />}
    documentsAction={(identifier) => <DownloadOrderDocuments identifier={identifier} />}
  />
);
