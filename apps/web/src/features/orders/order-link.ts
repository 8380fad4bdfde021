import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { Handover } from "../../platform/handover.ts";
import type { Search } from "../../platform/list-state.ts";

/** The way to an order, which takes the row along so that the page shows at once. */
export const orderLink = (order: OrderRow, back: Search) => ({
  to: "/orders/$orderId",
  params: { orderId: order.identifier },
  state: { handover: { record: order, action: "view", back } satisfies Handover },
});

/** The way to an order's documents, from where the way back leads to the same list. */
export const orderDocumentsLink = (order: OrderRow, back: Search) => ({
  ...orderLink(order, back),
  to: "/orders/$orderId/documents",
});
