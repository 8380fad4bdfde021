import { Navigate, useParams } from "@tanstack/react-router";
import { ApprovalTimeline } from "../../features/approval-steps/approval-timeline.tsx";
import { waitingFor } from "../../features/approval-steps/step.texts.ts";
import { OrderBudgets } from "../../features/budgets/order-budgets.tsx";
import { OpenQuestions } from "../../features/comments/open-questions.tsx";
import { OrderComments } from "../../features/comments/order-comments.tsx";
import { OrderDecision } from "../../features/decisions/order-decision.tsx";
import { DownloadOrderDocuments } from "../../features/documents/download-order-documents.tsx";
import { OrderDetailsPage } from "../../features/orders/order-details-page.tsx";
import { OrderWarnings } from "../../features/warnings/order-warnings.tsx";

/** No order: this is the API's address of the pending orders. */
const PENDING_LIST = "pending";

/** The page of an order, with parts of the decisions, budgets, approval steps, comments, warnings and documents features. Features meet in `app`. */
export const OrderPage = () => {
  const { orderId } = useParams({ strict: false });
  if (orderId === PENDING_LIST) return <Navigate to="/pending-approvals" replace />;
  return (
    <OrderDetailsPage
      waitingFor={waitingFor}
      decision={(order) => (
        <OrderDecision order={order} questions={<OpenQuestions identifier={order.identifier} />} />
      )}
      budgets={(identifier) => <OrderBudgets identifier={identifier} />}
      warnings={(order) => <OrderWarnings order={order} />}
      timeline={(order) => (
        <ApprovalTimeline
          order={order}
          withComments={(draw) => <OrderComments order={order}>{draw}</OrderComments>}
        />
      )}
      documentsAction={(identifier) => <DownloadOrderDocuments identifier={identifier} />}
    />
  );
};
