import { expect, test } from "vitest";
import {
  amountsInOrder,
  comparisonOf,
  formatAmounts,
  limitAbove,
  mostBelow,
  typedAmount,
} from "./amount-range.ts";

test.each([
  ["1204.5", "1204.50"],
  [" $1,204.50 ", "1204.50"],
  ["0", "0.00"],
  ["-$12", "-12.00"],
  ["$-12.30", "-12.30"],
  ["999,999,999,999.99", "999999999999.99"],
])("%s is typed for %s", (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount);
});

test("what is no amount is told from an empty field", () => {
  for (const typed of ["ten", "1.234", "1e3", ",", "1234567890123", "--1", "1 2"]) {
    expect(typedAmount(typed), typed).toBeUndefined();
  }
  expect(typedAmount("  ")).toBeNull();
});

test("a range is told in words, and its ends are put in order as amounts (LIST-011 partly)", () => {
  expect(formatAmounts("100.00", "2500.50")).toBe("$100.00 – $2,500.50");
  expect(formatAmounts("100.00", "100.00")).toBe("$100.00");
  expect(formatAmounts("100.00", undefined)).toBe("$100.00 or more");
  expect(formatAmounts(undefined, "0.00")).toBe("$0.00 or less");
  expect(formatAmounts(undefined, "4999.99")).toBe("below $5,000.00");
  expect(amountsInOrder(["100.00", "20.00"])).toEqual(["20.00", "100.00"]);
  expect(amountsInOrder(["100.00", undefined])).toEqual(["100.00", undefined]);
});

test("below an amount is at most a cent less, and is opened again as what it was", () => {
  expect(mostBelow("5000.00")).toBe("4999.99");
  expect(mostBelow("0.00")).toBe("-0.01");
  expect(limitAbove("4999.99")).toBe("5000.00");
  expect(comparisonOf([undefined, undefined])).toBe("below");
  expect(comparisonOf([undefined, "4999.99"])).toBe("below");
  expect(comparisonOf([undefined, "2000.50"])).toBe("between");
  expect(comparisonOf(["10.00", undefined])).toBe("atLeast");
  expect(comparisonOf(["10.00", "20.00"])).toBe("between");
});
