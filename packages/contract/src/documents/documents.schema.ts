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

/** In the order of their codes: documents of an order, and documents of a site only. */
export const DOCUMENT_CLASSES = ["Order document", "Site document"] as const;

/** The order and site of a document, and its dates. */
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
  site: z.object({
    id: z.number(),
    name: z.string(),
    location_name: z.string().nullable(),
    business_unit: z.string().nullable(),
    region: z.string().nullable(),
    groups: z.array(SiteGroup),
  }),
  /** The download file name: the document's name with the file's own extension, without any path characters. */
  file_name: z.string(),
  content_type: z.string(),
  size: z.number(),
  /** A signed link: opens this document in a new tab without a header, valid for 15 minutes. */
  download_url: z.string(),
});
export type DocumentRow = z.output<typeof DocumentRow>;

const NOT_IDS = "This must be ids of documents, separated by commas.";

/** Ids separated by commas, without duplicates. */
export const DocumentIds = z
  .string({ error: NOT_IDS })
  .regex(/^\d{1,15}(?:,\d{1,15})*$/, NOT_IDS)
  .transform((joined) => [...new Set(joined.split(",").map(Number))])
  .refine((ids) => ids.length <= BULK_MAX, `This can't hold more than ${BULK_MAX} documents.`);
