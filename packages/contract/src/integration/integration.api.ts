import { z } from "zod";
import { FILE_MAX } from "../documents/documents.files.ts";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";
import { DocumentInput } from "./document-input.ts";
import { BatchResult, IntegrationDocument, IntegrationOrder } from "./integration.schema.ts";
import { Identifier } from "./order-fields.ts";
import { BatchLine, OrderInput, ProgressInput } from "./order-input.ts";

const OfCompany = z.object({ slug: text() });
const OfOrder = OfCompany.extend({ identifier: Identifier });

export const upsertOrder = endpoint({
  method: "PUT",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Send a new order, or one as it is now, with all its lines",
  allow: "key:orders",
  params: OfOrder,
  body: OrderInput,
  reply: IntegrationOrder,
  fails: ["not_found", "order.pending", "order.rejected", "order.canceled"],
});

export const updateOrderProgress = endpoint({
  method: "PATCH",
  path: "/integration/v1/companies/:slug/orders/:identifier/",
  summary: "Change the status, the payment status or the tracking numbers of an order",
  allow: "key:orders",
  params: OfOrder,
  body: ProgressInput,
  reply: IntegrationOrder,
  fails: ["not_found", "order.pending", "order.rejected", "order.canceled"],
});

export const ingestOrders = endpoint({
  method: "POST",
  path: "/integration/v1/companies/:slug/orders/batch/",
  summary: "Send many orders, one JSON object a line, and get one result a line while they are being stored",
  allow: "key:orders",
  params: OfCompany,
  lines: true,
  body: BatchLine,
  reply: BatchResult,
  fails: ["not_found"],
});

export const upsertDocument = endpoint({
  method: "PUT",
  path: "/integration/v1/companies/:slug/documents/:external_id/",
  summary: "Send a new document, or one as it is now, with its file",
  allow: "key:documents",
  params: OfCompany.extend({ external_id: Identifier }),
  upload: FILE_MAX,
  body: DocumentInput,
  reply: IntegrationDocument,
  fails: ["not_found", "file.too_large", "file.type"],
});
