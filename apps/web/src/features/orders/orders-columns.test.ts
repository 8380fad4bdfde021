import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import { spreadsheetColumns } from "../../platform/export/spreadsheet-columns.ts";
import { orderColumns, orderSpreadsheet } from "./orders-columns.tsx";

/** No two of its values are the same: one that stands in the column of another is seen. */
const order = {
  site: {
    name: "Yard",
    location_name: "Gate 4",
    business_unit: "Drilling",
    region: "South",
    division: "Deep",
  },
  creator: "Cora",
  ordered_by: "Olga",
  requested_by: "Rita",
  identifier: "AC-1",
  po_number: "PO-2",
  afe_number: "AFE-3",
  tracking_numbers: ["1Z1", "1Z2", "1Z3", "1Z4"],
  tracking_numbers_count: 4,
  status: "Shipped",
  payment_status: "Paid",
  lines: 5,
  taxful_total_price_value: "110.00",
  taxless_total_price_value: "100.00",
  tax: "10.00",
  order_date: "2026-03-08T07:05:00.000Z",
} as unknown as OrderRow;

const written = (row: OrderRow) =>
  spreadsheetColumns(orderSpreadsheet, orderList, orderColumns, []).map(({ label, value }) => [
    label,
    value(row),
  ]);

test("a row of the export has these fields, tracking numbers joined with commas (ORD-028, ORD-029)", () => {
  expect(written(order)).toEqual([
    ["Site", "Yard"],
    ["Location Name", "Gate 4"],
    ["Business Unit", "Drilling"],
    ["Region", "South"],
    ["Ordered By", "Olga"],
    ["Requested By", "Rita"],
    ["Order", "AC-1"],
    ["PO", "PO-2"],
    ["AFE", "AFE-3"],
    ["Tracking Numbers", "1Z1,1Z2,1Z3,1Z4"],
    ["Status", "Shipped"],
    ["Lines", 5],
    ["Total", "110.00"],
    ["Date", "2026-03-08T07:05:00.000Z"],
  ]);
});

test("empty numbers and an empty status read N.A. in the export too (ORD-032, ORD-033)", () => {
  const empty = { ...order, po_number: null, afe_number: "", status: "" } as unknown as OrderRow;
  const said = Object.fromEntries(written(empty));
  expect([said.PO, said.AFE, said.Status]).toEqual(["N.A.", "N.A.", "N.A."]);
});
