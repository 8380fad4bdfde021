import { centsOf, divided, isMoney, moneyOf, sumOf } from "../kit/money.ts";

/** A line's amounts as sent; missing amounts are computed from the others. */
export interface GivenLine {
  readonly display: boolean;
  readonly quantity: string;
  readonly base_unit_price_value: string | null;
  readonly discount_amount_value: string;
  readonly taxless_price?: string | null;
  readonly tax_amount?: string | null;
  readonly line_total_price?: string | null;
}
export interface LineAmounts {
  readonly base_unit_price_value: string;
  readonly taxless_price: string;
  readonly tax_amount: string;
  readonly line_total_price: string;
}

export type Complain = (path: readonly (string | number)[], message: string) => void;

const TOO_LARGE = "This amount is too large.";

/** Unit price times quantity (up to three decimals), rounded to the cent. */
const extendedPrice = (price: string, quantity: string): bigint => {
  const [whole = "0", fraction = ""] = quantity.split(".");
  return divided(centsOf(price) * BigInt(whole + fraction.padEnd(3, "0")), 1000n);
};

/** A free item needs an explicit price: a price under a misspelled name would let the order bypass its approvers. */
const lacksPrice = ({ display, ...line }: GivenLine): boolean =>
  display && (line.base_unit_price_value ?? line.taxless_price ?? line.line_total_price) == null;

const lineAmounts = (line: GivenLine, complain: Complain): LineAmounts => {
  const given = {
    taxless: line.taxless_price == null ? undefined : centsOf(line.taxless_price),
    tax: line.tax_amount == null ? undefined : centsOf(line.tax_amount),
    total: line.line_total_price == null ? undefined : centsOf(line.line_total_price),
  };
  const price = line.base_unit_price_value ?? "0.00";
  const follows = extendedPrice(price, line.quantity) - centsOf(line.discount_amount_value);
  const fromTotal =
    given.total !== undefined && given.tax !== undefined ? given.total - given.tax : undefined;
  const taxless = given.taxless ?? fromTotal ?? follows;
  const tax = given.tax ?? (given.total === undefined ? 0n : given.total - taxless);
  const total = given.total ?? taxless + tax;
  if (total !== taxless + tax) {
    complain(["line_total_price"], `This must be taxless_price plus tax_amount, ${moneyOf(taxless + tax)}.`);
  }
  if (![taxless, tax, total].every(isMoney)) complain(["line_total_price"], TOO_LARGE);
  return {
    base_unit_price_value: price,
    taxless_price: moneyOf(taxless),
    tax_amount: moneyOf(tax),
    line_total_price: moneyOf(total),
  };
};

const optionalCents = (amount: string | undefined): bigint | undefined =>
  amount === undefined ? undefined : centsOf(amount);

interface GivenTotals<L extends GivenLine> {
  readonly total: string | undefined;
  readonly subtotal: string | undefined;
  readonly lines: readonly L[];
}

/**
 * Every amount of an order, sent or computed; amounts sent twice must agree to the cent. If the lines state no tax, the
 * order's total is not compared with them. If an item has no price, only the
 * order's own amounts are used.
 */
export const totalsOf = <L extends GivenLine>(
  { total, subtotal, lines }: GivenTotals<L>,
  complain: Complain,
) => {
  /** The lines determine the order's amounts; if one has no price, or there are none, only the order can state them. */
  const addUp = lines.length > 0 && !lines.some(lacksPrice);
  if (total === undefined && subtotal === undefined) {
    for (const [index, line] of lines.entries()) {
      if (lacksPrice(line)) complain(["lines", index, "base_unit_price_value"], "This field is required.");
    }
  }
  const amounts = lines.map((line, index) => ({
    ...line,
    ...lineAmounts(line, (path, message) => complain(["lines", index, ...path], message)),
  }));
  const sums = {
    total: sumOf(amounts.map((line) => line.line_total_price)),
    subtotal: sumOf(amounts.map((line) => line.taxless_price)),
  };
  const knowsTax = lines.some(
    ({ tax_amount, line_total_price }) => tax_amount != null || line_total_price != null,
  );
  const given = { total: optionalCents(total), subtotal: optionalCents(subtotal) };
  // A total without prices states no tax, so the tax is what the lines state.
  const tax = sums.total - sums.subtotal;
  const follows = addUp
    ? sums
    : { total: (given.subtotal ?? sums.subtotal) + tax, subtotal: (given.total ?? sums.total) - tax };
  const agree = (field: "total" | "subtotal", isHeld: boolean): bigint => {
    if (isHeld && given[field] !== undefined && given[field] !== sums[field]) {
      complain([field], `This does not match the lines, which add up to ${moneyOf(sums[field])}.`);
    }
    return given[field] ?? follows[field];
  };
  if (total === undefined && lines.length === 0)
    complain(["total"], "An order without lines needs its total.");
  const all = agree("total", addUp && knowsTax);
  const taxless = agree("subtotal", addUp);
  // The difference between the order and its lines (or those with a price) can only be tax and other items, never negative.
  const least = sums.subtotal > 0n && sums.subtotal > taxless ? sums.subtotal : taxless;
  if (!knowsTax && least >= 0n && all < least) {
    complain(["total"], `This can't be less than the subtotal, which is ${moneyOf(least)}.`);
  }
  if (!isMoney(all) || !isMoney(taxless)) complain(["total"], TOO_LARGE);
  return { total: moneyOf(all), subtotal: moneyOf(taxless), lines: amounts };
};
