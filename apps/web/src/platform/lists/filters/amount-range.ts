import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
import { formatMoney } from "../../page/format.ts";

/** An amount as in the API: "1204.50". */
type Amount = string;
export type AmountRange = readonly [from: Amount | undefined, to: Amount | undefined];

const TYPED = /^\s*(-?)\s*\$?\s*(-?)([\d,]{1,15})(?:\.(\d{1,2}))?\s*$/;
const MOST_DIGITS = 12;

/**
 * Parses typed text, with or without a dollar sign and commas; null if it is empty, undefined if it is not an amount.
 */
export const typedAmount = (text: string): Amount | null | undefined => {
  if (text.trim() === "") return null;
  const [, before = "", after = "", grouped = "", cents = ""] = TYPED.exec(text) ?? [];
  const whole = grouped.replaceAll(",", "");
  if (whole === "" || whole.length > MOST_DIGITS || (before && after)) return undefined;
  return moneyOf(centsOf(`${before || after}${whole}.${cents}`));
};

/** Amounts have whole cents, so "below 5000.00" is at most 4999.99, which is what the API is asked for. */
export const mostBelow = (limit: Amount): Amount => moneyOf(centsOf(limit) - 1n);

/** The limit that amounts up to this one are below. */
export const limitAbove = (most: Amount): Amount => moneyOf(centsOf(most) + 1n);

/** Said as "below" if the limit is a whole number of dollars: 5000.00 for at most 4999.99. */
const isBelow = (most: Amount): boolean => limitAbove(most).endsWith(".00");

/** How amounts are compared. */
export type Comparison = "below" | "atLeast" | "between";

export const comparisonOf = ([from, to]: AmountRange): Comparison => {
  if (from !== undefined) return to === undefined ? "atLeast" : "between";
  return to === undefined || isBelow(to) ? "below" : "between";
};

/** Puts the smaller amount first. */
export const amountsInOrder = ([from, to]: AmountRange): AmountRange =>
  from !== undefined && to !== undefined && centsOf(to) < centsOf(from) ? [to, from] : [from, to];

/** The text of a range, also if one end is open. */
export const formatAmounts = (from: unknown, to: unknown): string => {
  const [least, most] = [from, to].map((end) => (end === undefined ? undefined : formatMoney(String(end))));
  if (least && most) return least === most ? least : `${least} – ${most}`;
  if (least) return `${least} or more`;
  return isBelow(String(to)) ? `below ${formatMoney(limitAbove(String(to)))}` : `${most} or less`;
};
