import fc from "fast-check";
import { expect, test } from "vitest";
import { Amount, centsOf, divided, moneyOf, sumOf } from "./money.ts";

const cents = fc.bigInt({ min: -(10n ** 14n) + 1n, max: 10n ** 14n - 1n });

test("an amount is unchanged after conversion to cents and back, as text and as a number (ORD-036)", () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const money = moneyOf(amount);
      expect(centsOf(money)).toBe(amount);
      expect(Amount.parse(money)).toBe(money);
      expect(Amount.parse(Number(money))).toBe(money);
    }),
  );
});

test.each([
  ["7", "7.00"],
  ["7.5", "7.50"],
  ["-0", "0.00"],
  [0.1, "0.10"],
  [-12.34, "-12.34"],
  [999_999_999_999.99, "999999999999.99"],
])("%s is read as %s", (given, money) => {
  expect(Amount.parse(given)).toBe(money);
});

test.each([
  0.1 + 0.2,
  1e21,
  1e-7,
  Number.NaN,
  1e13,
  "1.005",
  "1,000.00",
  "$5",
  "",
  " 1",
  "1e3",
  null,
  true,
  {},
])("%s is not an amount", (given) => {
  expect(Amount.safeParse(given).success).toBe(false);
});

test.each([
  [14n, 10n, 1n],
  [15n, 10n, 2n],
  [-14n, 10n, -1n],
  [-15n, 10n, -2n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [0n, 7n, 0n],
])("%s by %s is %s: half a cent is rounded away from zero", (amount, by, rounded) => {
  expect(divided(amount, by)).toBe(rounded);
});

test("a sum is exact to the cent for any amounts (ORD-036)", () => {
  // As floating-point numbers these add up to 819.99… cents, and to 8.19 when truncated.
  expect(sumOf(["8.20"])).toBe(820n);
  expect(sumOf(["4.10", "4.10"])).toBe(820n);
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 20 }), (amounts) => {
      expect(sumOf(amounts.map(moneyOf))).toBe(amounts.reduce((all, one) => all + one, 0n));
    }),
  );
  expect(sumOf(["0.10", "0.20", "-0.05"])).toBe(25n);
  // Beyond what a floating-point number holds, rounded or not.
  expect(sumOf(Array.from({ length: 1_000 }, () => "999999999999.99"))).toBe(99_999_999_999_999_000n);
  expect(sumOf([])).toBe(0n);
});
