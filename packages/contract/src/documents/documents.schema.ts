import { z } from "zod";

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

export const DocumentRow = z.object({
  id: z.number(),
  document_name: z.string(),
  document_class: z.number(),
  document_class_name: z.string(),
  document_type: z.number(),
  document_type_name: z.enum(DOCUMENT_TYPES),
  order_identifier: z.string().nullable(),
  po_number: z.string().nullable(),
  afe_number: z.string().nullable(),
  invoice_number: z.string().nullable(),
  tracking_number: z.string().nullable(),
  order_date: z.iso.datetime(),
  created_date: z.iso.datetime(),
  modified_date: z.iso.datetime(),
  /** A signed link: opens in a new tab without a header, for 15 minutes, for this document. */
  download_url: z.string(),
});
export type DocumentRow = z.output<typeof DocumentRow>;
