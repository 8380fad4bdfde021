import { centsOf, divided, moneyOf, sumOf } from "../kit/money.ts";
import type { OrderLine } from "./orders.schema.ts";

type LineAmounts = Pick<OrderLine, "taxless_price" | "tax_amount">;

/** A line of which fewer pieces are ordered. */
type PricedLine = LineAmounts &
  Pick<OrderLine, "quantity" | "base_unit_price_value" | "discount_amount_value">;

/** Thousandths, as a line has three decimals at most. */
export const thousandths = (quantity: string): bigint => {
  const [whole = "0", fraction = ""] = quantity.split(".");
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, "0").slice(0, 3));
};

/** Of thousandths, without zeros at its end. */
export const quantityOf = (count: bigint): string => String(Number(count) / 1000);

export const isLessQuantity = (one: string, other: string): boolean => thousandths(one) < thousandths(other);

/**
 * The amounts of a line with a smaller quantity. The unit price stays; discount and tax are reduced in proportion. A
 * price that is not what unit price, quantity and discount give is reduced in proportion, too.
 */
export const amountsOfQuantity = (line: PricedLine, quantity: string) => {
  const [before, after] = [thousandths(line.quantity), thousandths(quantity)];
  const inProportion = (amount: string): bigint => divided(centsOf(amount) * after, before);
  const priceOf = (count: bigint, discount: bigint): bigint =>
    divided(centsOf(line.base_unit_price_value) * count, 1000n) - discount;
  const discount = inProportion(line.discount_amount_value);
  const follows = priceOf(before, centsOf(line.discount_amount_value)) === centsOf(line.taxless_price);
  const price = follows ? priceOf(after, discount) : inProportion(line.taxless_price);
  const tax = inProportion(line.tax_amount);
  return {
    quantity,
    discount_amount_value: moneyOf(discount),
    taxless_price: moneyOf(price),
    tax_amount: moneyOf(tax),
    line_total_price: moneyOf(price + tax),
  };
};

interface OrderAmounts {
  readonly total: string;
  readonly subtotal: string;
}

/**
 * The amounts of an order when only some of its lines remain, or fewer pieces of one. Tax that lines state is removed with them. Tax that only
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
