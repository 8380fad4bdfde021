import type { SessionUser } from "@mcc/contract/access/session.ts";
import { expect, test } from "vitest";
import { orderConflictMessage } from "./order-conflict-message.ts";

const me = {
  username: "me",
  permissions: ["has-order-approvals"],
  is_approver: true,
  company: { has_order_approval: true },
} as unknown as SessionUser;
const ann = { username: "ann", name: "Ann Lee" };
const order = {
  identifier: "A-1",
  status: "Pending Approval",
  approved_by: [ann],
  rejected_by: [],
  approvable_by_current_user: true,
} as const;
const now = (more: Partial<Omit<Parameters<typeof orderConflictMessage>[0], "identifier">>) =>
  orderConflictMessage({ ...order, approved_by: [ann], rejected_by: [], ...more }, me, 1);

test("an order that still waits for somebody is asked about on", () => {
  expect(now({})).toBeUndefined();
});

test("who decided meanwhile is named", () => {
  const bo = { username: "bo", name: "" };
  expect(now({ status: "Accepted", approved_by: [ann, bo], approvable_by_current_user: false })).toBe(
    "bo has already approved order A-1.",
  );
  expect(
    now({ status: "Rejected", rejected_by: [{ ...ann, note: "" }], approvable_by_current_user: false }),
  ).toBe("Ann Lee has already rejected order A-1.");
  expect(now({ status: "Canceled" })).toBe("Order A-1 has been canceled.");
});

test("one's own decision in another window is told as such", () => {
  expect(now({ status: "Accepted", approved_by: [ann, { username: "me", name: "Me" }] })).toBe(
    "You already took action on this order",
  );
});

test("nobody who approved before the question is said to have been quicker", () => {
  expect(now({ approvable_by_current_user: false })).toBe("Order A-1 no longer needs your approval.");
});
