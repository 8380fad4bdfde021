import type { Session } from "@mcc/contract/access/session.ts";
import { list } from "@mcc/contract/kit/list.ts";
import {
  type Columns,
  choiceColumn,
  dateColumn,
  moneyColumn,
  textColumn,
} from "@mcc/contract/kit/list-columns.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { columnsFor, type TableColumn } from "../columns/table-columns.ts";
import { readListState, searchAfter } from "../list-state.ts";
import { activeFilters, rangeKeysOf } from "./active-filters.ts";

const columns = {
  name: textColumn("Name"),
  placed: dateColumn("Placed"),
  order_date: dateColumn("Order Date", { range: "orderDate" }),
} satisfies Columns;
const things = list({
  name: "things",
  path: "/things/",
  summary: "Things",
  allow: "company:member",
  row: z.object({}),
  sort: "name",
  essentials: ["name"],
  columns,
});
const shown = columnsFor(columns, { company: null } as Session);
const named = (id: string) => shown.find((column) => column.id === id) as TableColumn;

test.each(["placed", "order_date"])(
  "the calendar of %s writes keys that the list reads back (TABLE-002)",
  (id) => {
    const [after = "", before = ""] = rangeKeysOf(named(id)) ?? [];
    const range = { [after]: "2026-03-02T06:00:00.000Z", [before]: "2026-03-04T05:59:59.999Z" };
    const address = searchAfter({}, range, things.sort);
    const { state } = readListState(things.page.query, address);
    expect(state).toMatchObject(range);
    const [chip] = activeFilters(shown, things, state, address);
    expect(chip?.label).toBe(named(id).label);
    expect(searchAfter(address, chip?.off ?? {}, things.sort)).toEqual({});
  },
);

test("a date's keys begin with its range, else with its own name", () => {
  expect(rangeKeysOf(named("order_date"))).toEqual(["orderDate_after", "orderDate_before"]);
  expect(rangeKeysOf(named("placed"))).toEqual(["placed_after", "placed_before"]);
});

test("a filter of a column one does not have, or of no column, is shown and can be switched off (TABLE-006, TABLE-007)", () => {
  const hidden = { ...columns, region: textColumn("Region", { shownTo: () => false }) };
  const own = columnsFor(hidden, { company: null } as Session);
  const filters = { region: "zzz", group_999: ["x"], exact_name: ["Rig 1"], page_size: "1" };
  const state = { ordering: "name", limit: 20, offset: 0, ...filters };
  const extraLabels = { exact_name: "Exact Name", other: "Other" };
  expect(activeFilters(own, { columns: hidden, extraLabels }, state, {})).toEqual([
    { id: "region", label: "Region", value: "zzz", off: { region: undefined } },
    { id: "group_999", label: "Organization group", value: "x", off: { group_999: undefined } },
    { id: "exact_name", label: "Exact Name", value: "Rig 1", off: { exact_name: undefined } },
  ]);
});

test("a chip names one or two chosen values, and says how many more are (LIST-009 partly)", () => {
  const chosen = { state: choiceColumn("State", ["On", "Off", "Lost"]), price: moneyColumn("Price") };
  const chips = (filters: object) =>
    activeFilters(
      columnsFor(chosen, { company: null } as Session),
      { columns: chosen },
      { ordering: "state", limit: 20, offset: 0, ...filters },
      {},
    );
  expect(chips({ state: ["On"] })).toMatchObject([{ label: "State", value: "On" }]);
  expect(chips({ state: ["On", "Lost"] })).toMatchObject([{ value: "On, Lost" }]);
  expect(chips({ state: ["On", "Off", "Lost"] })).toEqual([
    { id: "state", label: "State", value: "3 values", whole: "On, Off, Lost", off: { state: undefined } },
  ]);
  expect(chips({ price_min: "5.00" })).toEqual([
    {
      id: "price",
      label: "Price",
      value: "$5.00 or more",
      off: { price_min: undefined, price_max: undefined },
    },
  ]);
});

test("a preset in the address is shown by its name, and removed as a whole", () => {
  const address = { orderDate_after: "last-30-days" };
  const { state, refused } = readListState(things.page.query, address);
  expect(refused).toEqual([]);
  const [chip, ...others] = activeFilters(shown, things, state, address);
  expect(chip).toMatchObject({ label: "Order Date", value: "Last 30 days" });
  expect(others).toEqual([]);
  expect(searchAfter(address, chip?.off ?? {}, things.sort)).toEqual({});
});
