import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { ExportColumn } from "../../platform/export/workbook.ts";
import { listTexts as says } from "../../platform/lists/list.texts.ts";

type Columns = (typeof orderList)["columns"];

/** What the spreadsheet has of each column of the list, in its own order and words (specification 1, section 3). */
const inTheSheet = {
  site: { name: "site", label: "Site", kind: "text", value: ({ site }) => site.name, width: 26 },
  location_name: {
    name: "location_name",
    label: "Location Name",
    kind: "text",
    value: ({ site }) => site.location_name,
  },
  business_unit: {
    name: "business_unit",
    label: "Business Unit",
    kind: "text",
    value: ({ site }) => site.business_unit,
  },
  region: { name: "region", label: "Region", kind: "text", value: ({ site }) => site.region },
  ordered_by: {
    name: "ordered_by",
    label: "Ordered By",
    kind: "text",
    value: ({ ordered_by }) => ordered_by,
  },
  requested_by: {
    name: "requested_by",
    label: "Requested By",
    kind: "text",
    value: ({ requested_by }) => requested_by,
  },
  identifier: {
    name: "order",
    label: "Order",
    kind: "text",
    value: ({ identifier }) => identifier,
    width: 14,
  },
  po_number: {
    name: "po",
    label: "PO",
    kind: "text",
    value: ({ po_number }) => po_number || says.notAvailable,
  },
  afe_number: {
    name: "afe",
    label: "AFE",
    kind: "text",
    value: ({ afe_number }) => afe_number || says.notAvailable,
  },
  tracking_numbers: {
    name: "tracking_numbers",
    label: "Tracking Numbers",
    kind: "text",
    value: ({ tracking_numbers }) => tracking_numbers.join(","),
    width: 32,
  },
  status: {
    name: "status",
    label: "Status",
    kind: "text",
    value: ({ status }) => status || says.notAvailable,
  },
  lines: { name: "lines", label: "Lines", kind: "number", value: ({ lines }) => lines },
  total: {
    name: "total",
    label: "Total",
    kind: "money",
    value: ({ taxful_total_price_value }) => taxful_total_price_value,
  },
  orderDate: { name: "date", label: "Date", kind: "date", value: ({ order_date }) => order_date },
  payment_status: null,
} satisfies Record<keyof Columns, ExportColumn<OrderRow> | null>;

export const orderExportColumns: readonly ExportColumn<OrderRow>[] = Object.values(inTheSheet).filter(
  (column) => column !== null,
);
