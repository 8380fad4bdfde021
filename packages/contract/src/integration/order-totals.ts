import { centsOf, divided, isMoney, moneyOf, sumOf } from "../kit/money.ts";

/** A line's amounts as the sender gave them; whatever is missing follows from the others. */
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

/** Unit price times quantity, which has up to three decimals, rounded to the cent. */
const extended = (price: string, quantity: string): bigint => {
  const [whole = "0", fraction = ""] = quantity.split(".");
  return divided(centsOf(price) * BigInt(whole + fraction.padEnd(3, "0")), 1000n);
};

/** An item that costs nothing says so: a price under a misspelt name would lead the order around its approvers. */
const lacksPrice = ({ display, ...line }: GivenLine): boolean =>
  display && (line.base_unit_price_value ?? line.taxless_price ?? line.line_total_price) == null;

const filled = (line: GivenLine, complain: Complain): LineAmounts => {
  const given = {
    taxless: line.taxless_price == null ? undefined : centsOf(line.taxless_price),
    tax: line.tax_amount == null ? undefined : centsOf(line.tax_amount),
    total: line.line_total_price == null ? undefined : centsOf(line.line_total_price),
  };
  const price = line.base_unit_price_value ?? "0.00";
  const follows = extended(price, line.quantity) - centsOf(line.discount_amount_value);
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

interface GivenTotals<L extends GivenLine> {
  readonly total: string | undefined;
  readonly subtotal: string | undefined;
  readonly lines: readonly L[];
}

/**
 * Every amount of an order, given or computed; what is given twice must agree to the cent. Lines that say nothing
 * about tax leave it to the order: its total is then not held against them.
 */
export const totalsOf = <L extends GivenLine>(
  { total, subtotal, lines }: GivenTotals<L>,
  complain: Complain,
) => {
  if (total === undefined && subtotal === undefined) {
    for (const [index, line] of lines.entries()) {
      if (lacksPrice(line)) complain(["lines", index, "base_unit_price_value"], "This field is required.");
    }
  }
  const amounts = lines.map((line, index) => ({
    ...line,
    ...filled(line, (path, message) => complain(["lines", index, ...path], message)),
  }));
  const sums = {
    total: sumOf(amounts.map((line) => line.line_total_price)),
    subtotal: sumOf(amounts.map((line) => line.taxless_price)),
  };
  const knowsTax = lines.some(
    ({ tax_amount, line_total_price }) => tax_amount != null || line_total_price != null,
  );
  const agree = (field: "total" | "subtotal", given: string | undefined, isHeld: boolean): bigint => {
    if (given === undefined) return sums[field];
    if (isHeld && lines.length > 0 && centsOf(given) !== sums[field]) {
      complain([field], `This does not agree with the lines, which come to ${moneyOf(sums[field])}.`);
    }
    return centsOf(given);
  };
  if (total === undefined && lines.length === 0)
    complain(["total"], "An order without lines needs its total.");
  const all = agree("total", total, knowsTax);
  const taxless = lines.length === 0 && subtotal === undefined ? all : agree("subtotal", subtotal, true);
  // What the order adds to its lines can only be tax, which takes nothing off what is bought.
  if (!knowsTax && taxless >= 0n && all < taxless) {
    complain(["total"], `This can't be less than the subtotal, which is ${moneyOf(taxless)}.`);
  }
  if (!isMoney(all) || !isMoney(taxless)) complain(["total"], TOO_LARGE);
  return { total: moneyOf(all), subtotal: moneyOf(taxless), lines: amounts };
};
