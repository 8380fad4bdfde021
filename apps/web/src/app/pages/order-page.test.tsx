import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { OrderComment } from "@mcc/contract/comments/comments.schema.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { onePage, orderRow } from "../../testing/order-rows.ts";
import { all, click, eventually, find } from "../../testing/page-events.ts";

const step: ApprovalStep = {
  position: 1,
  type: "role",
  name: "Finance",
  limit: 0,
  state: "open",
  is_current: true,
  escalated_at: null,
  acted_by: null,
  acted_for: null,
  acted_at: null,
  entitlement: null,
  acted_total: null,
  changed_at: null,
};

const pending: Order = {
  ...orderRow(7, { status: "Pending Approval", current_required_approval: { name: "Finance" } }),
  lines: [],
  removed_lines: [],
  changes: [],
  changeable: null,
  custom_checkout_data: {},
  custom_confirm_data: {},
  approval_steps: [step],
  barred_as_placer: false,
  next_approvers: { count: 2, names: ["Dana Whitfield", "Kim Lee"], stand_in: false, deputies: [] },
};

const open = (order: Order, comments: readonly OrderComment[] = []) =>
  openPage(
    "/orders/$orderId",
    { "/orders/AC-7/": order, "/orders/AC-7/comments/": onePage(comments) },
    { at: "/orders/AC-7" },
  );
const titles = () => all("main h2, section h2").map(({ textContent }) => textContent);

test("the items are above the approvals, and the heading names who the order is waiting for (WORK-011)", async () => {
  open(pending);
  await eventually(() => expect(titles()).toContain("Approvals"));
  const [items, approvals] = [titles().indexOf("Order items"), titles().indexOf("Approvals")];
  expect(items).toBeGreaterThan(-1);
  expect(items).toBeLessThan(approvals);
  expect(find("header")?.textContent).toContain("Waiting for Finance: Dana Whitfield or Kim Lee");
});

test("the heading of an order that is no longer pending names nobody", async () => {
  const done: ApprovalStep = { ...step, state: "done", is_current: false };
  open({ ...pending, status: "Accepted", approval_steps: [done], next_approvers: null });
  await eventually(() => expect(titles()).toContain("Approvals"));
  expect(find("header")?.textContent).not.toContain("Waiting");
});

test("beside the decision an open question is named, and a link leads to it", async () => {
  const asked = (id: number, answered_at: string | null): OrderComment => ({
    ...{
      id,
      text: "What is it for?",
      author: { id: 3, name: "Sam Site" },
      asks: { id: 4, name: "Lou Looks" },
    },
    ...{ answered_at, created_at: "2026-11-13T16:47:00.000Z" },
  });
  const decidable = { ...pending, approvable_by_current_user: true };
  open(decidable, [asked(70, "2026-11-13T17:00:00.000Z"), asked(71, null)]);
  await eventually(() =>
    expect(document.body.textContent).toContain("Sam Site asked Lou Looks, and there is no answer yet."),
  );
  await eventually(() => expect(titles()).toContain("Approvals"));
  await click("See the question");
  expect(document.activeElement?.id).toBe("comment-71");
  open(decidable, [asked(70, null), asked(71, null)]);
  await eventually(() => expect(document.body.textContent).toContain("2 questions have no answer yet."));
  await click("See the questions");
  expect(document.activeElement?.id).toBe("comment-70");
});
