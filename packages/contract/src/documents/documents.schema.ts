import { z } from "zod";
import { SiteGroup } from "../orders/orders.schema.ts";
import { BULK_MAX } from "./documents.files.ts";

/** In the order of their codes, 1 to 7. */
export const DOCUMENT_TYPES = [
  "Invoice",
  "Packing Slip",
  "Proof of Delivery",
  "Certificate",
  "Material Test Report",
  "Quote",
  "Other",
] as const;

/** In the order of their codes: what belongs to an order, and what belongs to a site alone. */
export const DOCUMENT_CLASSES = ["Order document", "Site document"] as const;

/** What a document belongs to, and its moments. */
export const documentFacts = {
  order_identifier: z.string().nullable(),
  po_number: z.string().nullable(),
  afe_number: z.string().nullable(),
  invoice_number: z.string().nullable(),
  tracking_number: z.string().nullable(),
  order_date: z.iso.datetime(),
  created_date: z.iso.datetime(),
  modified_date: z.iso.datetime(),
};

export const DocumentRow = z.object({
  id: z.number(),
  document_name: z.string(),
  document_class: z.number(),
  document_class_name: z.enum(DOCUMENT_CLASSES),
  document_type: z.number(),
  document_type_name: z.enum(DOCUMENT_TYPES),
  ...documentFacts,
  site: z.object({ id: z.number(), name: z.string(), groups: z.array(SiteGroup) }),
  /** What the file is saved as: the document's name with the file's own extension, and nothing that could be a path. */
  file_name: z.string(),
  content_type: z.string(),
  size: z.number(),
  /** A signed link: opens in a new tab without a header, for 15 minutes, for this document. */
  download_url: z.string(),
});
export type DocumentRow = z.output<typeof DocumentRow>;

const NOT_IDS = "This must be ids of documents, separated by commas.";

/** Ids joined by commas, each once. */
export const DocumentIds = z
  .string({ error: NOT_IDS })
  .regex(/^\d{1,15}(?:,\d{1,15})*$/, NOT_IDS)
  .transform((joined) => [...new Set(joined.split(",").map(Number))])
  .refine((ids) => ids.length <= BULK_MAX, `This can't hold more than ${BULK_MAX} documents.`);
