import { expect, test } from "vitest";
import { ORDER_STATUSES } from "../orders/orders.schema.ts";
import { bringsBack, firstStatus, statusRefusal } from "./integration.rules.ts";

test("an order with steps begins as Pending Approval whatever was sent, one without as Accepted or as sent (APPR-035)", () => {
  expect(firstStatus(undefined, true)).toBe("Pending Approval");
  expect(firstStatus("Processing", true)).toBe("Pending Approval");
  expect(firstStatus("Canceled", true)).toBe("Canceled");
  expect(firstStatus(undefined, false)).toBe("Accepted");
  expect(firstStatus("Shipped", false)).toBe("Shipped");
});

test("only the portal sets Pending Approval and Rejected (ORD-040)", () => {
  for (const stored of [undefined, ...ORDER_STATUSES]) {
    for (const given of ["Pending Approval", "Rejected"] as const) {
      if (stored !== given) expect(statusRefusal(stored, given)).toBeDefined();
    }
  }
});

test("a pending order moves to Canceled only, a rejected one not at all (ORD-041)", () => {
  for (const given of ORDER_STATUSES) {
    if (given !== "Pending Approval" && given !== "Canceled")
      expect(statusRefusal("Pending Approval", given)).toBe("order.pending");
    if (given !== "Rejected") expect(statusRefusal("Rejected", given)).toBe("order.rejected");
  }
  expect(statusRefusal("Pending Approval", "Canceled")).toBeUndefined();
  expect(statusRefusal("Canceled", "Processing", true)).toBe("order.canceled");
  expect(statusRefusal("Canceled", "Processing", false)).toBeUndefined();
});

test("an item comes back by its SKU, or by its product where it has none; a fee never does (ORD-074)", () => {
  const line = (sku: string | null, product: string | null, display = true) => ({ sku, product, display });
  expect(bringsBack([line("A", "Bit"), line("B", "Nut")], ["B"])).toBe(true);
  expect(bringsBack([line(null, "B")], ["B"])).toBe(true);
  expect(bringsBack([line("A", "B")], ["B"])).toBe(false);
  expect(bringsBack([line("B", "Nut", false)], ["B"])).toBe(false);
  expect(bringsBack([line("A", "Bit")], [])).toBe(false);
});
