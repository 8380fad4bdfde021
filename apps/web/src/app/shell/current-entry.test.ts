import { expect, test } from "vitest";
import { currentEntry } from "./current-entry.ts";

const ENTRIES = ["/", "/sites", "/pending-approvals", "/orders", "/configuration"];

test.each([
  ["/", undefined, "/"],
  ["/orders", undefined, "/orders"],
  ["/orders/SO-1", undefined, "/orders"],
  ["/orders/SO-1/documents", undefined, "/orders"],
  ["/orders/SO-1", "/pending-approvals", "/pending-approvals"],
  ["/orders/SO-1/documents", "/pending-approvals", "/pending-approvals"],
  ["/configuration/roles/7", undefined, "/configuration"],
  ["/ordersmith", undefined, undefined],
  ["/nowhere", undefined, undefined],
  // A list that this user no longer sees decides nothing.
  ["/orders/SO-1", "/users", "/orders"],
])("%s, opened from %s, belongs to %s", (pathname, openedFrom, entry) => {
  expect(currentEntry(ENTRIES, pathname, openedFrom)).toBe(entry);
});
