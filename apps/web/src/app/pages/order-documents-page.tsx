import { OrderDocumentsPage as DocumentsOfOrder } from "../../features/documents/order-documents-page.tsx";
import { OrderItemsButton } from "../../features/orders/order-items-button.tsx";

/** The documents of an order, from where its lines can be looked at. */
export const OrderDocumentsPage = () => (
  <DocumentsOfOrder actions={(identifier) => <OrderItemsButton identifier={identifier} />} />
);
