import { expect, test } from "vitest";
import { holderAndPlaces, limitText } from "./approval-rules.texts.ts";

test("a limit in words (CONF-046)", () => {
  expect(limitText(5_000)).toBe("Approve orders with total equal to or above $5,000.00");
  expect(limitText(0)).toBe("Approve every order");
  expect(limitText(-1)).toBe("Blanket approver");
});

test("a rule tells whom it names and where it applies", () => {
  const rule = { id: 1, role: null, user: null, limit: 0, has_pending_approvals: false };
  const named = { id: 7, name: "Ann Lee" };
  const nowhere = { sites: [], nodes: [], place_names: [] };
  expect(holderAndPlaces({ ...rule, role: named, ...nowhere })).toBe("Role, every site");
  expect(
    holderAndPlaces({ ...rule, user: named, sites: [3], nodes: [9], place_names: ["West", "Yard"] }),
  ).toBe("User, West, Yard");
  expect(
    holderAndPlaces({
      ...rule,
      user: named,
      sites: [1, 2, 3, 4, 5],
      nodes: [],
      place_names: ["Camp", "Mill", "Yard"],
    }),
  ).toBe("User, Camp, Mill, Yard, 2 more");
});
