import { centsOf, divided, moneyOf, sumOf } from "../kit/money.ts";
import type { OrderLine } from "./orders.schema.ts";

type LineAmounts = Pick<OrderLine, "taxless_price" | "tax_amount">;

/**
 * What an order comes to when only some of its lines stay. Tax that lines state goes with them. Tax that only the order
 * states lies evenly on its lines, so what stays of it goes by what stays of the subtotal; where that says nothing,
 * because lines are credits or cost nothing, it stays whole.
 */
export const amountsAfterRemoval = (
  total: string,
  lines: readonly LineAmounts[],
  staying: readonly LineAmounts[],
): { total: string; subtotal: string } => {
  const before = sumOf(lines.map((line) => line.taxless_price));
  const subtotal = sumOf(staying.map((line) => line.taxless_price));
  const orderTax = centsOf(total) - before - sumOf(lines.map((line) => line.tax_amount));
  const isPart = before > 0n && subtotal >= 0n && subtotal <= before;
  const orderTaxLeft = isPart ? divided(orderTax * subtotal, before) : orderTax;
  const tax = sumOf(staying.map((line) => line.tax_amount)) + orderTaxLeft;
  return { total: moneyOf(subtotal + tax), subtotal: moneyOf(subtotal) };
};
