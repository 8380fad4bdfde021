import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";
import { BatchResult, IntegrationOrder } from "./integration.schema.ts";
import { Identifier } from "./order-fields.ts";
import { BatchLine, OrderInput, ProgressInput } from "./order-input.ts";

const CompanyPath = z.object({ slug: text() });
const FULL_ORDER_NOTE =
  "An order is sent whole: what it is (site, people, numbers, dates, labels, amounts, lines) is replaced; status, payment status, tracking numbers and tracking address change only where they are named. Keys that are not known are ignored. Every item needs a price (base_unit_price_value, taxless_price or line_total_price; 0 is one), unless the order has its total or its subtotal: then the total has no tax but what lines state, or what lies between the two. The same again changes nothing (reason unchanged). With a version, a higher one than the stored is applied; one that is not higher changes nothing: reason unchanged where it says what was sent last, reason outdated where it says anything else.";
const APPROVAL_NOTE =
  "An order that waits for approval or was rejected keeps what it is (409). After that it can be changed, but not around its approvers: a change with which it would need an approval that nobody was asked for is refused (409 order.needs_approval), and so is an item that an approver has removed from it, by its SKU or its product, also as a fee (409 order.item_removed). What is added goes into another order.";

const BATCH_NOTE =
  "Results are to be read while lines are sent: when some 25,000 of them wait unread, no more lines are taken until some are read. A key may have 4 batches under way at once, a company 8.";

const OrderPath = CompanyPath.extend({ identifier: Identifier });

export const upsertOrder = endpoint({
  method: "PUT",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Send a new order, or one as it is now, with all its lines",
  description: `${FULL_ORDER_NOTE} ${APPROVAL_NOTE}`,
  allow: "key:orders",
  params: OrderPath,
  body: OrderInput,
  reply: IntegrationOrder,
  fails: [
    "not_found",
    "order.pending",
    "order.rejected",
    "order.canceled",
    "order.needs_approval",
    "order.item_removed",
  ],
});

export const updateOrderProgress = endpoint({
  method: "PATCH",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Change the status, the payment status or the tracking numbers of an order",
  description: "What is left out stays. A key that is not known, or no key at all, is refused.",
  allow: "key:orders",
  params: OrderPath,
  body: ProgressInput,
  reply: IntegrationOrder,
  fails: ["not_found", "order.pending", "order.rejected", "order.canceled"],
});

export const ingestOrders = endpoint({
  method: "POST",
  path: "/integration/v1/companies/:slug/orders/batch/",
  summary: "Send many orders, one JSON object a line, and get one result a line while they are being stored",
  description: `${FULL_ORDER_NOTE} ${APPROVAL_NOTE} ${BATCH_NOTE}`,
  allow: "key:orders",
  params: CompanyPath,
  lines: true,
  body: BatchLine,
  reply: BatchResult,
  fails: ["not_found", "input.not_lines"],
});
