import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { text } from "../kit/text.ts";
import { Order } from "../orders/orders.schema.ts";
import { Dismissal } from "./warnings.schema.ts";

export const dismissWarning = endpoint({
  method: "POST",
  path: "/orders/:identifier/warnings/:id/dismiss/",
  summary: "Dismiss a warning about a pending order, with a reason",
  description: "For users who may decide about the order now.",
  allow: "has-order-approvals",
  params: z.object({ identifier: text(), id: pathId }),
  body: Dismissal,
  reply: Order,
  fails: ["order.not_pending", "approval.not_yours", "not_found", "warning.dismissed"],
});
