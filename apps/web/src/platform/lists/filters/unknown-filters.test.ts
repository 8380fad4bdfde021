import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { expect, test } from "vitest";
import { CallError } from "../../api/call-error.ts";
import { type Listed, readListState, type Search } from "../list-state.ts";
import { refusedFilters, unknownFilters } from "./unknown-filters.ts";

const words = (list: Parameters<typeof unknownFilters>[0]["list"] & Listed, search: Search) =>
  unknownFilters({ list, search, refused: readListState(list.page.query, search).refused }).map(
    ([, said]) => said,
  );

test("of an address, each filter whose value is none is named by its column (TABLE-007)", () => {
  const search = {
    status: "Bogus",
    payment_status: "shipped",
    orderDate_after: "2026-13-45",
    orderDate_before: "2026-03-31",
    site: "North",
  };
  expect(words(orderList, search)).toEqual([
    "The filter Status: Bogus is not known and was left out.",
    "The filter Payment Status: shipped is not known and was left out.",
    "The filter Order Date: 2026-13-45 is not known and was left out.",
  ]);
  expect(words(documentList, { orderDate_before: "soon" })).toEqual([
    "The filter Document Date: soon is not known and was left out.",
  ]);
});

test("a filter by a group that the server does not know is named, and other refusals are not about filters (VIEW-008 partly)", () => {
  const search = { group_7: ["West", "East"], site: "North", offset: "40" };
  const refusal = (fields: Record<string, string[]>) =>
    refusedFilters({ list: orderList, search }, new CallError({ kind: "refused", status: 400, fields }));
  expect(refusal({ group_7: ["Unknown parameter."] })).toEqual([
    ["group_7", "The filter Organization group: West, East is not known and was left out."],
  ]);
  expect(refusal({ offset: ["Too far."] })).toEqual([]);
  // Of the address before: the filter was removed meanwhile.
  expect(refusal({ group_8: ["Unknown parameter."] })).toEqual([]);
  expect(refusedFilters({ list: orderList, search }, new Error("offline"))).toEqual([]);
});

test("what is no filter at all is passed over without a word", () => {
  expect(words(orderList, { nonsense: "1", ordering: "price", status: "4" })).toEqual([]);
});
