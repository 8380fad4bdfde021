import { expect, test } from "vitest";
import type { Session } from "../access/session.ts";
import { canRemoveLine, itemsNamed } from "./orders.rules.ts";

const approver = {
  is_mcc_admin: false,
  is_company_admin: true,
  company: { has_order_approval: true, features: { order_approval: true } },
} as unknown as Session;
const line = (sku: string | null, product: string | null = sku, display = true) => ({
  sku,
  product,
  display,
});
const pending = (...lines: ReturnType<typeof line>[]) => ({ status: "Pending Approval" as const, lines });

test("a product names the items of its SKU, and those of its product only where there is no SKU (ORD-074)", () => {
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
