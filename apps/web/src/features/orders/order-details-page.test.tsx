import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { orderRow } from "../../testing/order-rows.ts";
import { all, eventually, setWidth } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { OrderDetailsPage } from "./order-details-page.tsx";

const regular = person({ company: companyWith(true, true, null) });

beforeEach(() => setWidth(1440));

/** Opened from a list, while the order itself does not arrive. */
const openFromList = async (more: Partial<OrderRow>) => {
  const never = () => new Response(new ReadableStream());
  const state = { listReturn: { record: orderRow(7, more), back: {} } };
  renderPage(OrderDetailsPage, regular, never, { route: "/orders/$orderId", at: "/orders/AC-7", state });
  await eventually(() => expect(cards()).toContain("Order Details"));
};
const sections = () => all("section").filter((one) => one.querySelector("h2"));
const cards = () => sections().map((one) => one.querySelector("h2")?.textContent);
const card = (title: string) =>
  sections().find((one) => one.querySelector("h2")?.textContent === title)?.textContent;

test("an order that is opened from a list shows its checkout fields at once (ORD-046 partly, ORD-049 partly)", async () => {
  await openFromList({ custom_checkout_data: { Rig: "93" }, custom_confirm_data: { "Cost center": "4711" } });
  expect(card("Checkout fields")).toContain("Rig93");
  expect(card("Confirmation fields")).toContain("Cost center4711");
});

test("a place is kept for fields that are too long for a row, and none where there are none", async () => {
  await openFromList({ custom_checkout_data: null, custom_confirm_data: {} });
  expect(card("Checkout fields")).toBe("Checkout fields");
  expect(cards()).not.toContain("Confirmation fields");
});
