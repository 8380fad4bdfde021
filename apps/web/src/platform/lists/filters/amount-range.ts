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

/** Puts the smaller amount first. */
export const amountsInOrder = ([from, to]: AmountRange): AmountRange =>
  from !== undefined && to !== undefined && centsOf(to) < centsOf(from) ? [to, from] : [from, to];

/** The text of a range, also if one end is open. */
export const formatAmounts = (from: unknown, to: unknown): string => {
  const [least, most] = [from, to].map((end) => (end === undefined ? undefined : formatMoney(String(end))));
  if (least && most) return least === most ? least : `${least} – ${most}`;
  return least ? `${least} or more` : `${most} or less`;
};
