import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { ExportColumn } from "../../platform/export/workbook.ts";
import { listTexts as says } from "../../platform/lists/list.texts.ts";
import { namesOf } from "./pending-columns.ts";

/** The columns a spreadsheet can have, called as the list calls them. */
export const pendingExportColumns: readonly ExportColumn<OrderRow>[] = [
  { name: "site", label: "Site", kind: "text", value: ({ site }) => site.name, width: 26 },
  { name: "location_name", label: "Location Name", kind: "text", value: ({ site }) => site.location_name },
  { name: "business_unit", label: "Business Unit", kind: "text", value: ({ site }) => site.business_unit },
  { name: "identifier", label: "Order", kind: "text", value: ({ identifier }) => identifier, width: 14 },
  { name: "po_number", label: "PO", kind: "text", value: ({ po_number }) => po_number || says.notAvailable },
  { name: "orderDate", label: "Order Date", kind: "date", value: ({ order_date }) => order_date },
  { name: "lines", label: "Lines", kind: "number", value: ({ lines }) => lines },
  {
    name: "total",
    label: "Total",
    kind: "money",
    value: ({ taxful_total_price_value }) => taxful_total_price_value,
  },
  {
    name: "approved_by",
    label: "Approved By",
    kind: "text",
    value: ({ approved_by }) => namesOf(approved_by).join(", "),
    width: 32,
  },
  {
    name: "current_required_approval",
    label: "Current Required Approval",
    kind: "text",
    value: ({ current_required_approval }) => current_required_approval?.name ?? null,
    width: 26,
  },
  {
    name: "approval_status",
    label: "Approval Status",
    kind: "text",
    value: ({ approval_status }) => approval_status,
    width: 26,
  },
];
