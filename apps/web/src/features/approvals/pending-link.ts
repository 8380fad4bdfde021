import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { ListReturnState } from "../../platform/lists/list-return-state.ts";
import type { Search } from "../../platform/lists/list-state.ts";
import { approvalTexts as texts } from "./approvals.texts.ts";

const from = { to: "/pending-approvals", label: texts.returnToPending };

/** The way to an order, which takes the row along and finds back to this list. */
export const pendingLink = (order: OrderRow, back: Search) => ({
  to: "/orders/$orderId",
  params: { orderId: order.identifier },
  state: { listReturn: { record: order, action: "view", back, from } satisfies ListReturnState },
});
