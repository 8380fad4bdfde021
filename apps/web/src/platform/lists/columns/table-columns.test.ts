import type { Session } from "@mcc/contract/access/session.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { expect, test } from "vitest";
import { activeFilters, clearedFilter } from "../filters/active-filters.ts";
import { columnsFor } from "./table-columns.ts";

const buyer = (has_location_name_required: boolean, has_company_hierarchy = true) =>
  ({ company: { has_location_name_required, has_company_hierarchy } }) as Session;
const groups = [
  { id: 7, name: "Region", options: ["West"] },
  { id: 8, name: "Division", options: [] },
];
const labels = (columns: readonly { readonly label: string }[]) => columns.map(({ label }) => label);

test("groups stand after the checkboxes, which are the first column of documents (DOC-005)", () => {
  const columns = columnsFor(documentList.columns, buyer(false), { groups, selectable: true });
  expect(labels(columns).slice(0, 4)).toEqual(["Region", "Division", "Name", "Document Type"]);
  expect(columns[0]).toMatchObject({ kind: "group", options: ["West"], sortable: false });
});

test("groups stand after the second column where a location name is required (DOC-006)", () => {
  const columns = columnsFor(documentList.columns, buyer(true), { groups, selectable: true });
  expect(labels(columns).slice(0, 4)).toEqual(["Name", "Region", "Division", "Document Type"]);
});

test("without checkboxes the first column is the record's own", () => {
  expect(labels(columnsFor(orderList.columns, buyer(false), { groups })).slice(0, 3)).toEqual([
    "Site",
    "Region",
    "Division",
  ]);
});

test("a date filters by the keys of its range, in the address as in its chip", () => {
  const columns = columnsFor(documentList.columns, buyer(false));
  const date = columns.find(({ id }) => id === "order_date");
  if (!date) throw new Error("There is no date.");
  expect(clearedFilter(date)).toEqual({ orderDate_after: undefined, orderDate_before: undefined });
  const state = { ordering: "-order_date", limit: 20, offset: 0, orderDate_after: "2026-03-01" };
  expect(activeFilters(columns, documentList, state, {})).toMatchObject([
    { id: "order_date", label: "Document Date", value: "from 03/01/26" },
  ]);
});

test.each([
  [false, false, ["Site", "Business Unit", "Region", "Ordered By"]],
  [true, false, ["Site", "Location Name", "Business Unit", "Region", "Ordered By"]],
  [false, true, ["Site", "Ordered By"]],
  [true, true, ["Site", "Location Name", "Ordered By"]],
])(
  "orders: location names required %s, hierarchy %s, each decides about its own columns (ORD-003, ORD-004)",
  (locations, hierarchy, first) => {
    const shown = labels(columnsFor(orderList.columns, buyer(locations, hierarchy)));
    expect(shown).toEqual([
      ...first,
      ...["Requested By", "Order", "PO", "Tracking Numbers", "AFE", "Status", "Payment Status"],
      ...["Order Date", "Lines", "Total"],
    ]);
  },
);
