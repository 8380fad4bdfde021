import { expect, test } from "vitest";
import { differencesOf, inWords } from "./differences.ts";

test("the fields that have changed come first, with their values in words", () => {
  const before = { name: "Buyer", can_impersonate: false, sites: [{ id: 1, name: "Pit" }], node: null };
  const after = { name: "Buyer", can_impersonate: true, sites: [], node: null };
  expect(differencesOf({ before, after })).toEqual([
    { field: "Can impersonate", before: "No", after: "Yes", isChanged: true },
    { field: "Sites", before: "Pit", after: "–", isChanged: true },
    { field: "Name", before: "Buyer", after: "Buyer", isChanged: false },
    { field: "Node", before: "–", after: "–", isChanged: false },
  ]);
});

test("what was created has nothing before, what was deleted nothing after", () => {
  expect(differencesOf({ before: null, after: { limit: 0 } })).toEqual([
    { field: "Limit", before: "–", after: "0", isChanged: true },
  ]);
  expect(differencesOf({ before: { user: { username: "dana" } }, after: null })).toEqual([
    { field: "User", before: "dana", after: "–", isChanged: true },
  ]);
});

test("an action reads as words", () => {
  expect(inWords("approval_rule.updated")).toBe("Approval rule updated");
  expect(inWords("site.login_as")).toBe("Logged in as site");
});
