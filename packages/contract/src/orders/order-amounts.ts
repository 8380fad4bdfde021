import { centsOf, divided, moneyOf, sumOf } from "../kit/money.ts";
import type { OrderLine } from "./orders.schema.ts";

type LineAmounts = Pick<OrderLine, "taxless_price" | "tax_amount">;

interface OrderAmounts {
  readonly total: string;
  readonly subtotal: string;
}

/**
 * The amounts of an order when only some of its lines remain. Tax that lines state is removed with them. Tax that only
 * the order states applies evenly to its lines, so it is reduced in proportion to the subtotal; where that is undefined,
 * because lines are credits or cost nothing, it is kept completely. So is the part of the subtotal beyond the lines:
 * items without a price.
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
