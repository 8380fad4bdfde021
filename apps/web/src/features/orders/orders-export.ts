import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { ExportColumn } from "../../platform/export-sheet.ts";
import { tableMessages as says } from "../../platform/table.messages.ts";

/** The columns of the spreadsheet, in order (specification 1, section 3). */
export const orderExportColumns: readonly ExportColumn<OrderRow>[] = [
  { name: "site", label: "Site", kind: "text", value: ({ site }) => site.name, width: 26 },
  { name: "location_name", label: "Location Name", kind: "text", value: ({ site }) => site.location_name },
  { name: "business_unit", label: "Business Unit", kind: "text", value: ({ site }) => site.business_unit },
  { name: "region", label: "Region", kind: "text", value: ({ site }) => site.region },
  { name: "ordered_by", label: "Ordered By", kind: "text", value: ({ ordered_by }) => ordered_by },
  { name: "requested_by", label: "Requested By", kind: "text", value: ({ requested_by }) => requested_by },
  { name: "order", label: "Order", kind: "text", value: ({ identifier }) => identifier, width: 14 },
  { name: "po", label: "PO", kind: "text", value: ({ po_number }) => po_number || says.notAvailable },
  { name: "afe", label: "AFE", kind: "text", value: ({ afe_number }) => afe_number || says.notAvailable },
  {
    name: "tracking_numbers",
    label: "Tracking Numbers",
    kind: "text",
    value: ({ tracking_numbers }) => tracking_numbers.join(","),
    width: 32,
  },
  { name: "status", label: "Status", kind: "text", value: ({ status }) => status || says.notAvailable },
  { name: "lines", label: "Lines", kind: "number", value: ({ lines }) => lines },
  {
    name: "total",
    label: "Total",
    kind: "money",
    value: ({ taxful_total_price_value }) => taxful_total_price_value,
  },
  { name: "date", label: "Date", kind: "date", value: ({ order_date }) => order_date },
];
