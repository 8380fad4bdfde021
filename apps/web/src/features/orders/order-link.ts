import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import type { ListReturnState } from "../../platform/lists/list-return-state.ts";
import type { Search } from "../../platform/lists/list-state.ts";

const fromList = (order: OrderRow, back: Search, from?: ListReturnState["from"]) => ({
  params: { orderId: order.identifier },
  state: { listReturn: { record: order, action: "view", back, from } as ListReturnState },
});

/** A link to an order. It carries the row, so that the page shows at once. */
export const orderLink = (order: OrderRow, back: Search, from?: ListReturnState["from"]) =>
  linkOptions({ to: "/orders/$orderId", ...fromList(order, back, from) });

/** A link to an order's documents, from where the user returns to the same list. */
export const orderDocumentsLink = (order: OrderRow, back: Search) =>
  linkOptions({ to: "/orders/$orderId/documents", ...fromList(order, back) });
