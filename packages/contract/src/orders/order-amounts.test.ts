import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOf, moneyOf } from "../kit/money.ts";
import { amountsAfterRemoval, amountsOfQuantity, isLessQuantity } from "./order-amounts.ts";

const line = (taxless_price: string, tax_amount = "0.00") => ({ taxless_price, tax_amount });

test("tax that lines state is removed with them (ORD-079)", () => {
  const lines = [line("100.00", "7.50"), line("60.00", "4.50"), line("10.00", "0.75")];
  expect(amountsAfterRemoval({ total: "182.75", subtotal: "170.00" }, lines, lines.slice(1))).toEqual({
    total: "75.25",
    subtotal: "70.00",
  });
});

test("tax that only the order states is kept in proportion to the remaining lines, to the cent (ORD-079)", () => {
  const lines = [line("60.00"), line("40.00")];
  expect(amountsAfterRemoval({ total: "110.00", subtotal: "100.00" }, lines, lines.slice(0, 1))).toEqual({
    total: "66.00",
    subtotal: "60.00",
  });
  const thirds = [line("1.00"), line("1.00"), line("1.00")];
  // A third of 0.05 is 0.0166…, two thirds are 0.0333….
  expect(amountsAfterRemoval({ total: "3.05", subtotal: "3.00" }, thirds, thirds.slice(1)).total).toBe(
    "2.03",
  );
  expect(amountsAfterRemoval({ total: "3.05", subtotal: "3.00" }, thirds, thirds.slice(2)).total).toBe(
    "1.02",
  );
});

test("the order's tax is kept completely where lines do not determine its share", () => {
  const credit = [line("100.00"), line("-99.00")];
  expect(amountsAfterRemoval({ total: "1.10", subtotal: "1.00" }, credit, credit.slice(0, 1)).total).toBe(
    "100.10",
  );
  const free = [line("0.00"), line("0.00")];
  expect(amountsAfterRemoval({ total: "5.00", subtotal: "0.00" }, free, free.slice(1)).total).toBe("5.00");
});

test("items without a price stay in the subtotal, whatever is removed (ORD-079)", () => {
  const lines = [line("30.00"), line("0.00"), line("0.00")];
  const order = { total: "110.00", subtotal: "100.00" };
  expect(amountsAfterRemoval(order, lines, lines.slice(0, 2))).toEqual(order);
  expect(amountsAfterRemoval(order, lines, lines.slice(1))).toEqual({ total: "77.00", subtotal: "70.00" });
});

test("whatever is removed, the tax never grows, and an empty order has none (ORD-079)", () => {
  const money = fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => (cents / 100).toFixed(2));
  fc.assert(
    fc.property(fc.array(money, { minLength: 1, maxLength: 8 }), money, fc.nat(8), (prices, tax, keep) => {
      const lines = prices.map((price) => line(price));
      const before = lines.reduce((all, { taxless_price }) => all + centsOf(taxless_price), 0n);
      const order = { total: moneyOf(before + centsOf(tax)), subtotal: moneyOf(before) };
      const left = amountsAfterRemoval(order, lines, lines.slice(0, keep));
      const taxLeft = centsOf(left.total) - centsOf(left.subtotal);
      expect(taxLeft >= 0n && taxLeft <= centsOf(tax)).toBe(true);
      if (keep >= lines.length) expect(left).toEqual(order);
    }),
  );
});

const pieces = (
  quantity: string,
  more: Partial<Record<"price" | "discount" | "taxless" | "tax", string>> = {},
) => ({
  ...{
    quantity,
    base_unit_price_value: more.price ?? "3.33",
    discount_amount_value: more.discount ?? "0.00",
  },
  ...{ taxless_price: more.taxless ?? "9.99", tax_amount: more.tax ?? "0.00" },
});

test("with fewer pieces the unit price stays, discount and tax are reduced in proportion (EDIT-001 partly)", () => {
  const line = pieces("3", { discount: "1.00", taxless: "8.99", tax: "0.71" });
  // Two thirds of 1.00 and of 0.71, to the cent.
  expect(amountsOfQuantity(line, "2")).toEqual({
    ...{ quantity: "2", discount_amount_value: "0.67", taxless_price: "5.99" },
    ...{ tax_amount: "0.47", line_total_price: "6.46" },
  });
  // A price of its own is reduced in proportion, too.
  expect(amountsOfQuantity(pieces("3", { taxless: "10.00" }), "2").taxless_price).toBe("6.67");
  expect(amountsOfQuantity(pieces("2.5", { price: "20.00", taxless: "50.00" }), "1").taxless_price).toBe(
    "20.00",
  );
  expect(amountsOfQuantity(pieces("3", { price: "-3.33", taxless: "-9.99" }), "1").taxless_price).toBe(
    "-3.33",
  );
});

test("a smaller quantity never costs more, whatever the line states (EDIT-001 partly)", () => {
  const money = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => moneyOf(BigInt(cents)));
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 999 }),
      fc.nat(),
      money,
      money,
      money,
      (quantity, less, price, taxless, tax) => {
        const to = String(1 + (less % (quantity - 1)));
        const line = pieces(String(quantity), { price, taxless, tax });
        const after = amountsOfQuantity(line, to);
        expect(isLessQuantity(to, line.quantity)).toBe(true);
        expect(centsOf(after.taxless_price) <= centsOf(taxless)).toBe(true);
        expect(centsOf(after.tax_amount) <= centsOf(tax)).toBe(true);
        expect(centsOf(after.line_total_price)).toBe(
          centsOf(after.taxless_price) + centsOf(after.tax_amount),
        );
      },
    ),
  );
});
