import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { Order, OrderLine } from "@mcc/contract/orders/orders.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { orderRow } from "../../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  setWidth,
  toasts,
} from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { refusal } from "../../../testing/site-server.ts";
import { OrderDetailsPage } from "../order-details-page.tsx";
import { previewOf } from "./change-preview.ts";

const LINE: OrderLine = {
  ...{ id: 1, ordering: 1, product: "P1", text: "Ball valve", quantity: "6", sku: "SKU-1" },
  ...{ manufacturer_sku: null, image_url: null, type: "product", manufacturer: null },
  ...{ base_unit_price_value: "100.00", discount_amount_value: "0.00", taxless_price: "600.00" },
  ...{ tax_amount: "0.00", line_total_price: "600.00", is_catalog_plus: false, display: true },
};
const step = (position: number, name: string, limit: number, state: ApprovalStep["state"] = "open") => ({
  ...{ position, type: "role" as const, name, limit, state, is_current: false, escalated_at: null },
  ...{ acted_by: null, acted_for: null, acted_at: null, entitlement: null, acted_total: null },
  changed_at: null,
});
const orderWith = (more: Partial<Order> = {}): Order => ({
  ...orderRow(7, { status: "Pending Approval" }),
  ...{ taxful_total_price_value: "600.00", taxless_total_price_value: "600.00", tax: "0.00" },
  ...{ po_number: "PO-1", custom_checkout_data: { Rig: "7" }, custom_confirm_data: {} },
  ...{ lines: [LINE], removed_lines: [], changes: [] },
  changeable: { fields: ["po_number"], checkout: ["Rig"], after_change: "keep" },
  approval_steps: [step(1, "Site", 0), step(2, "Finance", 500)],
  ...{ barred_as_placer: false, next_approvers: null },
  ...more,
});
const approver = person({ is_approver: true, company: companyWith(true, true, null) });

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const open = (order: Order, answer: (body: unknown) => unknown = () => order, preview: Order = order) => {
  const sent: unknown[] = [];
  renderPage(
    OrderDetailsPage,
    approver,
    ({ method, url, body }) => {
      if (method === "GET") return order;
      if (url.pathname.endsWith("/preview/")) return preview;
      sent.push(body);
      return answer(body);
    },
    { route: "/orders/$orderId", at: "/orders/AC-7" },
  );
  return sent;
};

test("the preview says what becomes of each approval", () => {
  const before = orderWith({
    approval_steps: [
      ...[step(1, "Early", 0, "dropped"), step(2, "Site", 0, "done"), step(3, "Finance", 500)],
      ...[step(4, "Lead", 0), step(5, "Board", 900)],
    ],
  });
  const changed = orderWith({
    taxful_total_price_value: "400.00",
    approval_steps: [
      ...[step(1, "Early", 0, "dropped"), step(2, "Site", 0), step(3, "Finance", 500, "dropped")],
      ...[step(4, "Lead", 0, "done"), step(6, "Controller", 0), step(7, "Board", 900)],
    ],
  });
  const { total, steps, isAccepted } = previewOf(before, changed);
  expect([total, isAccepted, ...steps.map(({ step: { name }, after }) => `${name} ${after}`)]).toEqual([
    ...["400.00", false, "Site again", "Finance dropped", "Lead given", "Controller added", "Board needed"],
  ]);
  expect(previewOf(before, { ...changed, status: "Accepted" }).isAccepted).toBe(true);
});

test("a quantity is reduced in a dialog that shows what it leads to; what the server refuses is on the field", async () => {
  const reason = "Rigs, 2026: $10.00 beyond $50.00";
  const sent = open(
    orderWith(),
    () => refusal(400, { quantity: ["Enter less than 3."] }),
    orderWith({
      taxful_total_price_value: "400.00",
      approval_steps: [{ ...step(1, "Site", 0), reason }, step(2, "Finance", 500, "dropped")],
    }),
  );
  await eventually(() => expect(control("Change quantity Ball valve")).toBeDefined());
  await click("Change quantity Ball valve");
  await eventually(() => expect(field("Quantity").value).toBe("5"));
  await fill("Quantity", "2.5");
  await click("Save change");
  await eventually(() => expect(document.body.textContent).toContain("Enter a whole number."));
  expect(document.body.textContent).toContain("Enter a reason.");
  await fill("Quantity", "4");
  await fill("Reason", "Four will do");
  await eventually(() => expect(document.body.textContent).toContain("FinanceNo longer needed"));
  expect(document.body.textContent).toContain(`Total$400.00 $600.00SiteNeeded${reason}`);
  await click("Save change");
  await eventually(() => expect(document.body.textContent).toContain("Enter less than 3."));
  expect(sent).toEqual([{ quantity: "4", reason: "Four will do" }]);
});

test("only fields that the company allows are offered, and only what differs is sent", async () => {
  const sent = open(orderWith());
  await eventually(() => expect(control("Change order details")).toBeDefined());
  await click("Change order details");
  await eventually(() => expect(field("PO").value).toBe("PO-1"));
  expect(all("[role=dialog] label").map(({ textContent }) => textContent)).toEqual(["PO", "Rig", "Reason *"]);
  await fill("Rig", "8");
  await fill("Reason", "The other rig");
  await click("Save change");
  await eventually(() => expect(toasts()).toEqual(["The order details have been changed."]));
  expect(sent).toEqual([{ checkout: { Rig: "8" }, reason: "The other rig" }]);
});

test("the original is beside the change, and who may not decide has no buttons", async () => {
  const change = {
    ...{ total_before: "600.00", total_after: "400.00", reason: "Enough", changed_by: "Sam" },
    ...{ changed_for: null, changed_at: "2026-11-16T08:00:00.000Z", asked_again: [] },
  };
  const line = { id: 1, text: "Ball valve", sku: "SKU-1", price_before: "600.00", price_after: "400.00" };
  open(
    orderWith({
      lines: [{ ...LINE, quantity: "4", taxless_price: "400.00", line_total_price: "400.00" }],
      changeable: null,
      changes: [
        { ...change, line: { ...line, quantity_before: "6", quantity_after: "4" }, fields: [] },
        {
          ...change,
          line: null,
          fields: [{ name: "po_number", is_checkout: false, before: "PO-0", after: "PO-1" }],
        },
      ],
    }),
  );
  await eventually(() =>
    expect(all("del").map(({ textContent }) => textContent)).toEqual(["originally PO-0", "originally 6"]),
  );
  expect(all("[aria-label^='Change']")).toEqual([]);
});
