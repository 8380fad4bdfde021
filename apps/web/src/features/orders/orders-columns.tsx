import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import type { SpreadsheetSpec } from "../../platform/export/spreadsheet-columns.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { listTexts as says } from "../../platform/lists/list.texts.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { orderLink } from "./order-link.ts";
import { paymentTones, statusTones } from "./order-tones.ts";
import { TrackingNumbers } from "./tracking/tracking-numbers.tsx";

const OrderCell = ({ order }: { order: OrderRow }) => (
  <TextLink {...orderLink(order, useSearch())}>
    <TruncatedText>{order.identifier}</TruncatedText>
  </TextLink>
);

export const orderColumns: RowColumns<typeof orderList> = {
  site: { value: ({ site }) => site.name, width: [102, 270], isWhole: true, card: "site" },
  location_name: { value: ({ site }) => site.location_name },
  business_unit: { value: ({ site }) => site.business_unit },
  region: { value: ({ site }) => site.region, width: [76, 260] },
  ordered_by: { width: [84, 220] },
  requested_by: { width: [92, 220] },
  identifier: { identifies: true, width: [98, 180], cell: (order) => <OrderCell order={order} /> },
  po_number: { width: [80, 220], spreadsheet: ({ po_number }) => po_number || says.notAvailable },
  tracking_numbers: {
    value: ({ tracking_numbers }) => tracking_numbers.join(","),
    cell: (order) => <TrackingNumbers order={order} />,
    width: [86, 220],
  },
  afe_number: { width: [80, 260], spreadsheet: ({ afe_number }) => afe_number || says.notAvailable },
  status: { tones: statusTones, width: [134, 200], spreadsheet: ({ status }) => status || says.notAvailable },
  payment_status: { tones: paymentTones, card: "amount" },
  orderDate: { value: ({ order_date }) => order_date, spreadsheetLabel: "Date" },
  lines: {},
  total: { value: ({ taxful_total_price_value }) => taxful_total_price_value },
  waiting_for: {
    value: ({ current_required_approval }) => current_required_approval?.name,
    width: [110, 220],
    isWhole: true,
    card: "detail",
  },
};

/** The spreadsheet has the same columns in the same order for every user (ORD-028). */
export const orderSpreadsheet: SpreadsheetSpec<typeof orderList> = {
  failed: orderMessages.exportFailed,
  columns: [
    ...(["site", "location_name", "business_unit", "region", "ordered_by", "requested_by"] as const),
    ...(["identifier", "po_number", "afe_number", "tracking_numbers", "status"] as const),
    ...(["lines", "total", "orderDate"] as const),
  ],
};
