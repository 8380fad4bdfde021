import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";

export const statusTones = {
  Accepted: "info",
  "Pending Approval": "warn",
  Processing: "info",
  Shipped: "good",
  "Partially Shipped": "info",
  Delivered: "good",
  Canceled: "neutral",
  Rejected: "bad",
} as const satisfies Record<OrderRow["status"], string>;

/** Not paid is what every order is at first: nothing to be alarmed by. */
export const paymentTones = { Paid: "good", "Not Paid": "neutral", "Partially Paid": "info" } as const;
