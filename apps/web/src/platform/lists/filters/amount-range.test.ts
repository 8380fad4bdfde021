import { expect, test } from "vitest";
import { amountsInOrder, formatAmounts, typedAmount } from "./amount-range.ts";

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
  expect(amountsInOrder(["100.00", "20.00"])).toEqual(["20.00", "100.00"]);
  expect(amountsInOrder(["100.00", undefined])).toEqual(["100.00", undefined]);
});
