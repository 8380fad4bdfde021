import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { RowColumns } from "../../platform/lists/table/table-model.ts";

type OrderColumns = RowColumns<(typeof orderList)["columns"], OrderRow>;

export const statusTones = {
  Accepted: "info",
  "Pending Approval": "warn",
  Processing: "info",
  Shipped: "good",
  "Partially Shipped": "info",
  Delivered: "good",
  Canceled: "neutral",
  Rejected: "bad",
} as const satisfies Record<OrderRow["status"], string>;

/** Not paid is what every order is at first: nothing to be alarmed by. */
export const paymentTones = { Paid: "good", "Not Paid": "neutral", "Partially Paid": "info" } as const;

/** Where each column of the list finds its value in a row. */
export const orderValues: OrderColumns["values"] = {
  site: ({ site }) => site.name,
  location_name: ({ site }) => site.location_name,
  business_unit: ({ site }) => site.business_unit,
  region: ({ site }) => site.region,
  ordered_by: ({ ordered_by }) => ordered_by,
  requested_by: ({ requested_by }) => requested_by,
  identifier: ({ identifier }) => identifier,
  po_number: ({ po_number }) => po_number,
  tracking_numbers: ({ tracking_numbers }) => tracking_numbers.join(", "),
  afe_number: ({ afe_number }) => afe_number,
  status: ({ status }) => status,
  payment_status: ({ payment_status }) => payment_status,
  orderDate: ({ order_date }) => order_date,
  lines: ({ lines }) => lines,
  total: ({ taxful_total_price_value }) => taxful_total_price_value,
};

/** The numbers are short, and the order's own is what one looks for. */
export const orderWidths: OrderColumns["widths"] = {
  site: 200,
  identifier: 124,
  po_number: 130,
  afe_number: 130,
};

export const orderTones: OrderColumns["tones"] = { status: statusTones, payment_status: paymentTones };

export const nodeOfOrder: OrderColumns["nodeOf"] = ({ site }, groupId) =>
  site.groups.find(({ id }) => id === groupId)?.node;
