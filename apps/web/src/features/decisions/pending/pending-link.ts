import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import type { ListReturnState } from "../../../platform/lists/list-return-state.ts";
import type { Search } from "../../../platform/lists/list-state.ts";
import { approvalTexts as texts } from "../decisions.texts.ts";

const from = {
  ...linkOptions({ to: "/pending-approvals" }),
  name: texts.pending,
  label: texts.returnToPending,
};

/** A link to an order. It carries the row and the way back to this list. */
export const pendingLink = (order: OrderRow, back: Search) =>
  linkOptions({
    to: "/orders/$orderId",
    params: { orderId: order.identifier },
    state: { listReturn: { record: order, back, from } satisfies ListReturnState },
  });
