import { centsOf, divided, moneyOf, sumOf } from "../kit/money.ts";
import type { OrderLine } from "./orders.schema.ts";

type LineAmounts = Pick<OrderLine, "taxless_price" | "tax_amount">;

interface OrderAmounts {
  readonly total: string;
  readonly subtotal: string;
}

/**
 * What an order comes to when only some of its lines stay. Tax that lines state goes with them. Tax that only the order
 * states lies evenly on its lines, so what stays of it goes by what stays of the subtotal; where that says nothing,
 * because lines are credits or cost nothing, it stays whole. So does what the subtotal has beyond the lines: items came
 * without a price.
 */
export const amountsAfterRemoval = (
  order: OrderAmounts,
  lines: readonly LineAmounts[],
  staying: readonly LineAmounts[],
): OrderAmounts => {
  const before = centsOf(order.subtotal);
  const unpriced = before - sumOf(lines.map((line) => line.taxless_price));
  const subtotal = unpriced + sumOf(staying.map((line) => line.taxless_price));
  const orderTax = centsOf(order.total) - before - sumOf(lines.map((line) => line.tax_amount));
  const isPart = before > 0n && subtotal >= 0n && subtotal <= before;
  const orderTaxLeft = isPart ? divided(orderTax * subtotal, before) : orderTax;
  const tax = sumOf(staying.map((line) => line.tax_amount)) + orderTaxLeft;
  return { total: moneyOf(subtotal + tax), subtotal: moneyOf(subtotal) };
};
