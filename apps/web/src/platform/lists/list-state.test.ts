import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { expect, test, vi } from "vitest";
import { plainSearch } from "../page/plain-search.ts";
import { type ListPatch, readListState, type Search, searchAfter, stepFor } from "./list-state.ts";

const read = (search: Search) => readListState(orderList.page.query, search).state;
const after = (search: Search, patch: ListPatch) => searchAfter(search, patch, orderList.sort);

test("parameters in the address preset search, filters, date range, order and page (TABLE-007)", () => {
  expect(
    read({
      search: "rig",
      site: "North",
      status: "4",
      orderDate_after: "2026-03-01T06:00:00Z",
      group_7: "West",
      ordering: "-total",
      offset: "40",
    }),
  ).toEqual({
    search: "rig",
    site: ["North"],
    status: ["Shipped"],
    orderDate_after: "2026-03-01T06:00:00Z",
    group_7: ["West"],
    ordering: "-total",
    limit: 20,
    offset: 40,
  });
});

test("a plain address is the first page by order date, newest first (ORD-009)", () => {
  expect(read({})).toEqual({ ordering: "-orderDate", limit: 20, offset: 0 });
});

test("a mistyped link shows the list without its mistyped parts", () => {
  const plain = { ordering: "-orderDate", limit: 20, offset: 0 };
  expect(read({ status: "Lost", ordering: "price", offset: "-20", nonsense: "1" })).toEqual(plain);
  expect(read({ status: "Lost", site: "North" })).toEqual({ ...plain, site: ["North"] });
  expect(read({ orderDate_after: "yesterday", search: "rig" })).toEqual({ ...plain, search: "rig" });
});

test("a preset in a link means the days up to the day on which it is opened, where the reader is (LIST-010 partly)", () => {
  const link = { orderDate_after: "last-7-days", orderDate_before: "2020-01-01", site: "North" };
  for (const [now, first, last] of [
    ["2026-03-05T04:30:00Z", "2026-02-26T06:00:00.000Z", "2026-03-05T05:59:59.999Z"], // still the 4th in Chicago
    ["2026-05-20T12:00:00Z", "2026-05-14T05:00:00.000Z", "2026-05-21T04:59:59.999Z"],
  ] as const) {
    vi.useFakeTimers({ now: new Date(now) });
    expect(read(link)).toMatchObject({ site: ["North"], orderDate_after: first, orderDate_before: last });
    vi.useRealTimers();
  }
  expect(read({ orderDate_before: "last-7-days" })).not.toHaveProperty("orderDate_before");
});

test("a link that filters by groups shows the list without that where a company has none", () => {
  const { state } = readListState(orderList.page.query, { group_7: "West", site: "North" }, false);
  expect(state).toEqual({ ordering: "-orderDate", limit: 20, offset: 0, site: ["North"] });
});

test("an address cannot ask for everything at once, nor for half a page, nor for half a row", () => {
  const greedy = { limit: "100000000000", untrimmed: "true", liteVersion: "true", offset: "37" };
  expect(read(greedy)).toEqual({ ordering: "-orderDate", limit: 20, offset: 20 });
  // Lists that selectors use offer lite rows.
  const users = readListState(userList.page.query, greedy);
  expect(users).toEqual({ state: { ordering: userList.sort, limit: 20, offset: 20 }, refused: [] });
});

test("several values of a filter stand in the address as a repeated parameter, and an old link has one (LIST-009 partly)", () => {
  const address = "?status=Shipped&status=Delivered&site=North";
  const search = plainSearch.parseSearch(address);
  expect(read(search)).toMatchObject({ status: ["Shipped", "Delivered"], site: ["North"] });
  expect(plainSearch.stringifySearch(after(search, {}))).toBe(address);
  expect(plainSearch.stringifySearch(after(search, { status: ["Shipped"] }))).toBe(
    "?status=Shipped&site=North",
  );
  expect(plainSearch.stringifySearch(after(search, { status: [] }))).toBe("?site=North");
  expect(read(plainSearch.parseSearch("?status=Shipped"))).toMatchObject({ status: ["Shipped"] });
});

test("any change but paging goes back to the first page", () => {
  expect(after({ offset: "60", site: "North" }, { status: "Shipped" })).toEqual({
    site: "North",
    status: "Shipped",
  });
  expect(after({ offset: "60", site: "North" }, { offset: 80 })).toEqual({ site: "North", offset: "80" });
});

test("a filter that is switched off leaves no parameter behind (TABLE-006)", () => {
  expect(after({ site: "North", status: "Shipped" }, { site: undefined })).toEqual({ status: "Shipped" });
  expect(after({ search: "rig" }, { search: "" })).toEqual({});
});

test("a change writes its own parameters and leaves the others of the address alone", () => {
  expect(after({ columns: "site,total", orderDate_after: "2026-03-01" }, { site: "North" })).toEqual({
    columns: "site,total",
    orderDate_after: "2026-03-01",
    site: "North",
  });
});

test("an address is read once: what is refused is named beside the state", () => {
  const { state, refused } = readListState(orderList.page.query, { status: "Lost", site: "North" });
  expect([state.site, state.status, refused]).toEqual([["North"], undefined, ["status"]]);
  // @ts-expect-error a misspelt filter is no part of the state
  expect(state.sit).toBeUndefined();
});

test("what stands at its default is not written", () => {
  expect(after({ ordering: "total", offset: "20" }, { ordering: "-orderDate" })).toEqual({});
});

test("a plain day in an address is the same day as in the calendar, not the server's (TABLE-007)", () => {
  expect(read({ orderDate_after: "2026-11-01", orderDate_before: "2026-11-01" })).toMatchObject({
    orderDate_after: "2026-11-01T05:00:00.000Z",
    // Daylight saving time ended that night.
    orderDate_before: "2026-11-02T05:59:59.999Z",
  });
});

test("one step back leads to before the typing (TABLE-007)", () => {
  const typing = { typing: "goes on" } as const;
  const begun = stepFor({}, { search: "r" }, typing);
  expect(begun.replace).toBe(false);
  const further = stepFor(begun.state, { search: "rig" }, typing);
  expect(further.replace).toBe(true);
  expect(stepFor(further.state, { site: "perm" }, typing).replace).toBe(false);
  expect(stepFor(further.state, { search: "" }, typing)).toEqual({ replace: false, state: {} });
  expect(stepFor(further.state, { offset: 20 })).toEqual({ replace: false, state: {} });
});

test("an option that was picked takes the place of what was typed for it, and the next pick does not", () => {
  const ends = { typing: "ends" } as const;
  const picked = stepFor({ typed: "site" }, { site: "North" }, ends);
  expect(picked).toEqual({ replace: true, state: {} });
  expect(stepFor(picked.state, { site: "South" }, ends).replace).toBe(false);
});

test("what a page was handed over stays with it through every step", () => {
  const listReturn = { record: {}, action: "documents", back: { search: "rig" } };
  const typed = stepFor({ listReturn: listReturn }, { search: "r" }, { typing: "goes on" });
  expect(typed.state).toEqual({ listReturn, typed: "search" });
  expect(stepFor(typed.state, { offset: 20 }).state).toEqual({ listReturn });
});

test("what is looked at beside a list comes along, and is no step of its own any more", () => {
  const beside = { target: { id: 7 }, hasOwnEntry: true };
  const carried = stepFor({ sidePanel: beside }, { search: "r" }).state;
  expect(carried).toEqual({ sidePanel: { target: { id: 7 }, hasOwnEntry: false } });
  const further = stepFor(
    { sidePanel: beside },
    { offset: 20 },
    { replace: true, sidePanel: { end: 0, offset: 20 } },
  );
  expect(further).toEqual({
    replace: true,
    state: { sidePanel: { target: { end: 0, offset: 20 }, hasOwnEntry: false } },
  });
});
