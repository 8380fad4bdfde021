import { dateColumn, list, textColumn } from "../kit/list.ts";
import { DocumentRow } from "./documents.schema.ts";

export const documentList = list({
  name: "documents",
  path: "/documents/",
  summary: "Documents",
  allow: "company:member",
  row: DocumentRow,
  sort: "-order_date",
  columns: {
    document_name: textColumn("Name"),
    document_type: textColumn("Document Type"),
    order_identifier: textColumn("Order"),
    po_number: textColumn("PO Number"),
    afe_number: textColumn("AFE"),
    order_date: dateColumn("Document Date", { range: "orderDate" }),
  },
});
