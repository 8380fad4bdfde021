import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";

/** An order of a list, as the server sends it. */
export const orderRow = (id: number, more: Partial<OrderRow> = {}): OrderRow => ({
  id,
  identifier: `AC-${id}`,
  site: {
    id: 1,
    name: "Rig 93 Cotulla",
    location_name: null,
    business_unit: "Eagle Ford",
    region: "South Texas",
    division: null,
    groups: [],
  },
  creator: null,
  ordered_by: "Aisha Cole",
  requested_by: "Hank Doucet",
  po_number: null,
  afe_number: null,
  status: "Processing",
  payment_status: "Not Paid",
  order_date: "2026-11-13T16:47:00.000Z",
  lines: 3,
  products: 3,
  taxful_total_price_value: "9464.74",
  taxless_total_price_value: "9000.00",
  tax: "464.74",
  tracking_numbers: [],
  tracking_numbers_count: 0,
  approved_by: [],
  approved_by_count: 0,
  rejected_by: [],
  current_required_approval: null,
  approvable_by_current_user: false,
  approval_status: null,
  waiting_for_answer: null,
  warnings: [],
  custom_checkout_data: {},
  custom_confirm_data: {},
  ...more,
});

/** One page of a list that has no other. */
export const onePage = <Row>(rows: readonly Row[]) => ({
  count: rows.length,
  next: null,
  previous: null,
  current_url: "http://localhost/api/?limit=20&offset=0",
  results: rows,
});
