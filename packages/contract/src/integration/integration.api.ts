import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";
import { MAX_REFUSED_LINES } from "./integration.rules.ts";
import { BatchResult, IntegrationOrder, StoredOrder } from "./integration.schema.ts";
import { Identifier } from "./order-fields.ts";
import { BatchLine, OrderInput, ProgressInput } from "./order-input.ts";

const CompanyPath = z.object({ slug: text() });
const FULL_ORDER_NOTE =
  "An order is always sent completely: its content (site, people, numbers, dates, labels, amounts, lines) is replaced; status, payment status, tracking numbers and tracking address change only if they are sent. Unknown keys are ignored. Every item needs a price (base_unit_price_value, taxless_price or line_total_price; 0 is a price), unless the order has its total or its subtotal: then the tax is what the lines state, or the difference between total and subtotal. Sending the same content again changes nothing (reason unchanged). With a version, only a version above the stored one is applied; any other changes nothing: reason unchanged if the content equals what was sent last, otherwise reason outdated.";
const APPROVAL_NOTE =
  "The content of an order that is pending approval or was rejected cannot be changed (409). After approval it can be changed, but a change cannot bypass its approvers: a change that would need an approval that was never requested is refused (409 order.needs_approval), and so is an item that an approver has removed from the order, by its SKU or its product, also as a fee (409 order.item_removed), and more of an item than an approver has reduced it to, whatever its SKU is now (409 order.quantity_reduced). PO number, AFE number and checkout fields that an approver has set keep the value of the approver; what is sent for them is ignored. Send additional items as a new order.";

const BATCH_NOTE = `When ${MAX_REFUSED_LINES.toLocaleString("en-US")} more lines were refused than accepted, the batch ends: its last result has the code input.lines_refused and names the first line that was ignored. Read results while sending lines: when about 25,000 results are unread, no more lines are accepted until some are read. A key may have 4 batches in progress at once, a company 8.`;

const OrderPath = CompanyPath.extend({ identifier: Identifier });

export const upsertOrder = endpoint({
  method: "PUT",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Create or replace an order with all its lines",
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
    "order.quantity_reduced",
  ],
});

export const readOrder = endpoint({
  method: "GET",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Get an order as it is now, with its lines and approval steps",
  allow: "key:orders",
  params: OrderPath,
  reply: StoredOrder,
  fails: ["not_found"],
});

export const updateOrderProgress = endpoint({
  method: "PATCH",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Change the status, the payment status or the tracking numbers of an order",
  description: "Omitted fields keep their values. Unknown keys and an empty body are refused.",
  allow: "key:orders",
  params: OrderPath,
  body: ProgressInput,
  reply: IntegrationOrder,
  fails: ["not_found", "order.pending", "order.rejected", "order.canceled"],
});

export const ingestOrders = endpoint({
  method: "POST",
  path: "/integration/v1/companies/:slug/orders/batch/",
  summary:
    "Send many orders, one JSON object per line; the response has one result per line while they are stored",
  description: `${FULL_ORDER_NOTE} ${APPROVAL_NOTE} ${BATCH_NOTE}`,
  allow: "key:orders",
  params: CompanyPath,
  lines: true,
  body: BatchLine,
  reply: BatchResult,
  fails: ["not_found", "input.not_lines"],
});
