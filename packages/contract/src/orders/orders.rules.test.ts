import { expect, test } from "vitest";
import type { Session } from "../access/session.ts";
import { canRemoveLine, canTrackOrder, isShownFee, itemsNamed, offersTracking } from "./orders.rules.ts";
import { ORDER_STATUSES } from "./orders.schema.ts";

const approver = {
  is_mcc_admin: false,
  is_approver: false,
  is_deputy: false,
  decides_escalated: false,
  is_company_admin: true,
  company: { has_order_approval: true, features: { order_approval: true } },
} as unknown as Session;
const line = (sku: string | null, product: string | null = sku, display = true) => ({
  sku,
  product,
  display,
});
const pending = (...lines: ReturnType<typeof line>[]) => ({
  status: "Pending Approval" as const,
  lines,
  barred_as_placer: false,
  approvable_by_current_user: false,
});

test("a product selects the items of its SKU, and the items of its product only without a SKU (ORD-074)", () => {
  const lines = [line("Y", "X"), line("Z", "Y"), line(null, "Y"), line("Y", "X"), line("Y", "Y", false)];
  expect(itemsNamed(lines, "Y")).toEqual([lines[0], lines[2], lines[3]]);
  expect(itemsNamed(lines, "Z")).toEqual([lines[1]]);
  expect(itemsNamed(lines, "X")).toEqual([]);
});

test("removal is offered while an item of another SKU would stay (ORD-069, ORD-070)", () => {
  expect(canRemoveLine(approver, pending(line("A"), line("B")))).toBe(true);
  expect(canRemoveLine(approver, pending(line("A"), line(null)))).toBe(true);
  expect(canRemoveLine(approver, pending(line("A"), line("A")))).toBe(false);
  expect(canRemoveLine(approver, pending(line("A"), line(null, "A")))).toBe(false);
  expect(canRemoveLine(approver, pending(line("A"), line("FREIGHT", null, false)))).toBe(false);
  expect(canRemoveLine(approver, { ...pending(line("A"), line("B")), status: "Accepted" })).toBe(false);
});

test("removal is not offered to the user who placed the order (APPR-044)", () => {
  const own = { ...pending(line("A"), line("B")), barred_as_placer: true };
  expect(canRemoveLine(approver, own)).toBe(false);
});

test("removal needs has-order-approvals: the permission and the enabled feature (ORD-068, ORD-071)", () => {
  const order = pending(line("A"), line("B"));
  expect(canRemoveLine({ ...approver, is_company_admin: false } as Session, order)).toBe(false);
  const off = { has_order_approval: false, features: { order_approval: false } };
  expect(canRemoveLine({ ...approver, company: off } as unknown as Session, order)).toBe(false);
});

const follower = {
  is_mcc_admin: false,
  is_company_admin: false,
  can_view_order_tracking: true,
  company: { has_order_tracking: true, features: { order_tracking: true } },
} as unknown as Session;

test("tracking needs the permission, the feature and a trackable status (ORD-053)", () => {
  const trackable = ORDER_STATUSES.filter((status) => canTrackOrder(follower, { status }));
  expect(trackable).toEqual(["Accepted", "Processing", "Shipped", "Partially Shipped", "Delivered"]);
  const shipped = { status: "Shipped" } as const;
  expect(canTrackOrder({ ...follower, can_view_order_tracking: false }, shipped)).toBe(false);
  const off = { has_order_tracking: false, features: { order_tracking: false } };
  expect(canTrackOrder({ ...follower, company: off } as unknown as Session, shipped)).toBe(false);
});

test("the list offers tracking from 2020-03-30T06:00:00Z on, that instant included (ORD-014, ORD-015)", () => {
  const placed = (order_date: string) => ({ status: "Shipped", order_date }) as const;
  expect(offersTracking(follower, placed("2020-03-30T06:00:00.000Z"))).toBe(true);
  expect(offersTracking(follower, placed("2020-03-30T05:59:59.999Z"))).toBe(false);
  const without = { ...follower, can_view_order_tracking: false };
  expect(offersTracking(without, placed("2026-01-01T00:00:00.000Z"))).toBe(false);
});

test("a fee is shown unless its unit price is 0 or less (ORD-065)", () => {
  const fee = (base_unit_price_value: string) => ({ display: false, base_unit_price_value });
  expect(["0.01", "0.00", "-5.00"].map((price) => isShownFee(fee(price)))).toEqual([true, false, false]);
});

test("who is only the deputy of an approver removes items of the orders that they may decide about", () => {
  const deputy = { ...approver, is_company_admin: false, is_approver: false, is_deputy: true } as Session;
  const order = pending(line("A"), line("B"));
  expect(canRemoveLine(deputy, order)).toBe(false);
  expect(canRemoveLine(deputy, { ...order, approvable_by_current_user: true })).toBe(true);
});
