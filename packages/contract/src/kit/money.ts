import { z } from "zod";

/** Exact money is sent as text with two decimals. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/);

const NOT_MONEY =
  "This must be an amount with at most 12 digits before and 2 after the point, such as 1204.50.";
const AMOUNT = /^-?\d{1,12}(?:\.\d{1,2})?$/;
const MOST_CENTS = 10n ** 14n;

/** Money is added up in whole cents, so that every sum is exact. */
export const centsOf = (amount: string): bigint => {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0").slice(0, 2));
  return amount.startsWith("-") ? -cents : cents;
};

/** The stored and sent form: 1204.50 */
export const moneyOf = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

export const sumOf = (amounts: readonly string[]): bigint =>
  amounts.reduce((all, one) => all + centsOf(one), 0n);

/** Cents divided by a positive number, rounded half away from zero. */
export const divided = (cents: bigint, by: bigint): bigint =>
  (2n * cents + (cents < 0n ? -by : by)) / (2n * by);

/** Within the range of a single amount; also checked for sums of amounts. */
export const isMoney = (cents: bigint): boolean => -MOST_CENTS < cents && cents < MOST_CENTS;

/** An amount as text or as a number, parsed by its digits: a float is never part of a sum. */
export const Amount = z.union([z.string(), z.number()], { error: NOT_MONEY }).transform((given, context) => {
  const digits = String(given);
  if (AMOUNT.test(digits)) return moneyOf(centsOf(digits));
  context.addIssue({ code: "custom", message: NOT_MONEY });
  return z.NEVER;
});
