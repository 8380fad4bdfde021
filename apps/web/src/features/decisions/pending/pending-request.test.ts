import { expect, test } from "vitest";
import { pendingRequest } from "./pending-request.ts";

const state = { ordering: "-orderDate", limit: 20, offset: 0 };
const pathOf = (query: object, is_deputy = false) =>
  pendingRequest({ is_deputy }, { ...state, ...query }).page.path;

test("a search asks the list of all orders for those that are pending (APPR-010)", () => {
  const { page, query } = pendingRequest({ is_deputy: false }, { ...state, search: "valve" });
  expect([page.path, query]).toEqual([
    "/orders/",
    { ...state, search: "valve", status: ["Pending Approval"] },
  ]);
});

test("what only the pending list has is asked of it: its own filters, and the orders of a deputy (WORK-010 partly)", () => {
  expect(pathOf({})).toBe("/orders/pending/");
  for (const own of [
    { approved_by: "Ann" },
    { requires_my_approval: true },
    { waiting_for_answer: true },
    { overdue: true },
    { unassigned: true },
    { ordering: "-approved_by" },
  ])
    expect(pathOf({ search: "valve", ...own })).toBe("/orders/pending/");
  // A deputy sees orders at sites that are not theirs, and only in the pending list.
  expect(pathOf({ search: "valve" }, true)).toBe("/orders/pending/");
});
