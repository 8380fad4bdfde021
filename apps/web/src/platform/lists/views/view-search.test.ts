import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import { expect, test } from "vitest";
import { filtersIn, isSameView, openedView } from "./view-search.ts";

const view: View = {
  id: 7,
  name: "Month end",
  columns: ["total", "identifier"],
  ordering: "-total",
  filters: { search: "rig", status: "Shipped" },
  density: "comfortable",
  shared: false,
  is_default: false,
  is_owner: true,
  owner_name: "Ann",
};
const ids = ["site", "identifier", "status", "total"];
const open = (changes: Partial<View>, hasGroups = true, groups: readonly string[] = []) =>
  openedView({ ...view, ...changes }, orderList, { ids: [...ids, ...groups], hasGroups });

test("a view opens with its columns in their order, ordering, filters and density (VIEW-002 partly)", () => {
  expect(open({})).toEqual({
    search: {
      view: "7",
      columns: "total,identifier",
      ordering: "-total",
      search: "rig",
      status: "Shipped",
      density: "comfortable",
    },
    leftOut: [],
  });
  expect(open({ ordering: null, filters: {}, density: null }).search).toEqual({
    view: "7",
    columns: "total,identifier",
  });
});

test("a view keeps a preset as such, so that it means the last days whenever it is opened (VIEW-002 partly)", () => {
  const preset = { orderDate_after: "last-30-days" };
  const { search, leftOut } = open({ filters: preset });
  expect([search.orderDate_after, search.orderDate_before, leftOut]).toEqual(["last-30-days", undefined, []]);
  expect(filtersIn(search)).toEqual(preset);
});

test("columns, filters and an ordering that no longer exist are left out and named (VIEW-008 partly)", () => {
  const { search, leftOut } = open(
    {
      columns: ["total", "weight", "group_9", "total"],
      ordering: "-weight",
      filters: { site: "North", status: "Lost", color: "red", group_9: "West" },
    },
    false,
  );
  expect(search).toEqual({ view: "7", columns: "total", site: "North", density: "comfortable" });
  expect(leftOut).toEqual([
    "column weight",
    "column Organization group",
    "filter Status: Lost",
    "filter color: red",
    "filter Organization group: West",
    "sorting by weight",
  ]);
});

test("a filter by a group that was deleted is left out and named, and one by another group stays (VIEW-008 partly)", () => {
  const filters = { group_8: ["West"], group_9: ["North", "South"] };
  const { search, leftOut } = open({ filters }, true, ["group_8"]);
  expect([search.group_8, search.group_9]).toEqual(["West", undefined]);
  expect(leftOut).toEqual(["filter Organization group: North,South"]);
});

test("while no group is known, the server decides about a filter by one", () => {
  expect(open({ filters: { group_9: ["West"] } }).search.group_9).toBe("West");
});

test("a column that is not for this reader is left out without a word, and a view without any shows them all", () => {
  const { search, leftOut } = open({ columns: ["payment_status"] });
  expect([search.columns, leftOut]).toEqual([ids.join(), []]);
});

test("a view is changed by anything but another page", () => {
  const { search } = open({});
  const { view: tag, ...rest } = search;
  expect(isSameView({ ...rest, view: tag ?? "", offset: "40" }, search)).toBe(true);
  expect(isSameView({ ...search, status: "Delivered" }, search)).toBe(false);
  expect(isSameView({ ...search, columns: "identifier,total" }, search)).toBe(false);
});

test("several values of a filter are kept (VIEW-002 partly)", () => {
  expect(filtersIn({ status: ["Shipped", "Delivered"] })).toEqual({ status: ["Shipped", "Delivered"] });
  expect(open({ filters: { status: ["Shipped", "Delivered"] } }).search.status).toEqual([
    "Shipped",
    "Delivered",
  ]);
});

test("of an address, a view stores the filters that the list knows", () => {
  const address = { view: "7", columns: "site", offset: "20", ordering: "total", site: "North", odd: "1" };
  expect(filtersIn(address, ["odd"])).toEqual({ site: "North" });
});
