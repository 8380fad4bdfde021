import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { list } from "../kit/list.ts";
import {
  choiceColumn,
  dateColumn,
  nameColumn,
  textColumn,
  withLocationNames,
  withoutHierarchy,
} from "../kit/list-columns.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { text } from "../kit/text.ts";
import { DOCUMENT_TYPES, DocumentIds, DocumentRow } from "./documents.schema.ts";

/** Beyond the specification: hidden until the user adds it. */
const offered = { hidden: true } as const;

const documents = {
  allow: "company:member",
  row: DocumentRow,
  sort: "-order_date",
  essentialsIfNarrow: true,
  groups: true,
  columns: {
    document_name: textColumn("Name"),
    document_type: choiceColumn("Document Type", DOCUMENT_TYPES, { typed: true }),
    order_identifier: textColumn("Order"),
    po_number: textColumn("PO Number"),
    afe_number: textColumn("AFE"),
    order_date: dateColumn("Document Date", { range: "orderDate" }),
    site: nameColumn("Site", offered),
    location_name: nameColumn("Location Name", { ...offered, ...withLocationNames }),
    business_unit: nameColumn("Business Unit", { ...offered, ...withoutHierarchy }),
    region: nameColumn("Region", { ...offered, ...withoutHierarchy }),
  },
} as const;

export const documentList = list({
  ...documents,
  name: "documents",
  path: "/documents/",
  summary: "documents",
  essentials: ["document_name", "document_type", "order_identifier", "site", "order_date"],
});

export const orderDocumentList = list({
  ...documents,
  name: "order-documents",
  path: "/documents/order/:identifier/",
  summary: "documents of one order",
  essentials: ["document_name", "document_type", "order_identifier", "order_date"],
  params: z.object({ identifier: text() }),
  fails: ["not_found"],
});

export const downloadDocuments = endpoint({
  method: "GET",
  path: "/documents/download/",
  summary: "Get a link that downloads several documents as one zip",
  support: "refused",
  allow: "company:member",
  query: z.strictObject({ document_ids: DocumentIds }, { error: UNKNOWN_PARAMETER }),
  reply: z.object({
    has_errors: z.boolean(),
    errors: z.array(z.string()),
    /**
     * A signed link that streams the zip, valid for 15 minutes. The response has a Content-Length; the parameter `name`,
     * such as 2026-03-31_06-00-00, is the file name of the zip.
     */
    link: z.string(),
  }),
  fails: ["not_found"],
});
