import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import type { OrderWarning } from "@mcc/contract/warnings/warnings.schema.ts";
import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import { orderRow } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  eventually,
  field,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { OrderWarnings } from "./order-warnings.tsx";

const approver = person({ is_approver: true, company: companyWith(true, true, null) });

const warning = (more: Partial<OrderWarning> = {}): OrderWarning => ({
  id: 5,
  kind: "split",
  orders: ["AC-7", "AC-8"],
  text: "Together with orders AC-7 and AC-8 it reaches the limit of $5,000.00.",
  dismissed: false,
  dismissal: null,
  ...more,
});

const open = async (warnings: OrderWarning[], approvable_by_current_user = true) => {
  const sent: unknown[] = [];
  const order = { ...orderRow(1), approvable_by_current_user, warnings } as unknown as Order;
  renderPage(
    () => <OrderWarnings order={order} />,
    approver,
    ({ method, url, body }) => {
      sent.push({ method, path: url.pathname, body });
      return order;
    },
  );
  await eventually(() => expect(all("[role=alert]")).toHaveLength(warnings.length));
  return sent;
};

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

test("a warning links the orders it is compared with, and is dismissed with a reason only", async () => {
  const sent = await open([warning()]);
  expect(texts("[role=alert]").join(" ")).toContain("Likely split");
  expect(all("[role=alert] a").map((link) => link.getAttribute("href"))).toEqual([
    "/orders/AC-7",
    "/orders/AC-8",
  ]);
  await click("Dismiss");
  await eventually(() => expect(dialogForm.title()).toBe("Dismiss warning"));
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(["A reason is required"]));
  const reason = field("Reason");
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(
    reason,
    "Two separate jobs",
  );
  reason.dispatchEvent(new Event("input", { bubbles: true }));
  dialogForm.submit();
  await eventually(() => expect(toasts()).toEqual(["Warning dismissed"]));
  expect(sent).toEqual([
    { method: "POST", path: "/orders/AC-1/warnings/5/dismiss/", body: { reason: "Two separate jobs" } },
  ]);
});

test("who may not decide cannot dismiss, and a dismissed warning says by whom and why", async () => {
  await open([warning()], false);
  expect(all("button")).toEqual([]);
  const dismissal = { by: "Sam Site", at: "2026-11-13T16:47:00.000Z", reason: "Two separate jobs" };
  await open([warning({ dismissed: true, dismissal, kind: "duplicate" })]);
  expect(all("button")).toEqual([]);
  expect(texts("[role=alert]").join(" ")).toMatch(
    /Likely duplicate.*Dismissed by Sam Site on .*: Two separate jobs/,
  );
});
