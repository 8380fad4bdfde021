import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { ListReturnState } from "../../platform/lists/list-return-state.ts";
import type { Search } from "../../platform/lists/list-state.ts";

/** The way to an order, which takes the row along so that the page shows at once. */
export const orderLink = (order: OrderRow, back: Search) => ({
  to: "/orders/$orderId",
  params: { orderId: order.identifier },
  state: { listReturn: { record: order, action: "view", back } satisfies ListReturnState },
});

/** The way to an order's documents, from where the way back leads to the same list. */
export const orderDocumentsLink = (order: OrderRow, back: Search) => ({
  ...orderLink(order, back),
  to: "/orders/$orderId/documents",
});
