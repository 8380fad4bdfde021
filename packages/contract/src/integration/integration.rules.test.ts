import { expect, test } from "vitest";
import { ORDER_STATUSES } from "../orders/orders.schema.ts";
import { firstStatus, restoresRemoved, statusRefusal } from "./integration.rules.ts";

test("an order with steps starts as Pending Approval whatever status was sent, one without as Accepted or as sent (APPR-035)", () => {
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

const line = (sku: string | null, product: string | null, display = true) => ({ sku, product, display });

test("a removed item is recognized by its SKU and its product, however they are spelled, also as a fee (ORD-074)", () => {
  const removed = ["B", "Nut"];
  const stored = [line("A", "Bit")];
  for (const back of [
    line("B", "Nut"),
    line(" b ", null),
    line(null, "NUT"),
    line("C", "nut"),
    line("B", null, false),
    line(null, "Nut", false),
  ]) {
    expect(restoresRemoved([line("A", "Bit"), back], stored, removed)).toBe(true);
  }
  for (const other of [line("C", "Bolt"), line(null, null, false), line("", " ")]) {
    expect(restoresRemoved([line("A", "Bit"), other], stored, removed)).toBe(false);
  }
  expect(restoresRemoved([line("B", "Nut")], stored, [])).toBe(false);
});

test("a remaining line that shares a name with a removed item may be sent again unchanged (ORD-074)", () => {
  const removed = ["M", "Gloves"];
  const stored = [line("S", "Gloves"), line("M", null, false)];
  expect(restoresRemoved([line("s", "gloves"), line("M", null, false)], stored, removed)).toBe(false);
  expect(restoresRemoved([line("S", "Gloves"), line("M", null)], stored, removed)).toBe(true);
  expect(restoresRemoved([line(null, "Gloves")], stored, removed)).toBe(true);
});
