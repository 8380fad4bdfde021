import { type Cents, share, sum } from "../money.ts";
import { type Line, lineTotal, taxless } from "../order.ts";
import type { Random } from "../random.ts";
import { catalog, type Product } from "./catalog.ts";

interface Basket {
  readonly lines: readonly Line[];
  readonly total: Cents;
  readonly subtotal: Cents;
}

const MOST_LINES = 12;
const MOST_TRIES = 400;

/** A basket whose total in dollars is at or above the first bound and below the second. */
export const drawBasketWithin = (
  random: Random,
  taxPercent: number,
  [from, below]: readonly [number, number],
): Basket => {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const basket = drawBasket(random, taxPercent);
    if (basket.total >= from * 100 && basket.total < below * 100) return basket;
  }
  throw new Error(`No demo order has a total between ${from} and ${below} dollars.`);
};

/** Most orders have a few lines, some have a dozen. */
export const drawBasket = (random: Random, taxPercent: number): Basket => {
  const count = 1 + Math.floor(random.next() ** 2 * MOST_LINES);
  const products = random.sample(catalog, count).map((product) => productLine(random, product, taxPercent));
  const lines = [...products, ...feeLines(random, sum(products.map(taxless)))];
  return { lines, total: sum(lines.map(lineTotal)), subtotal: sum(lines.map(taxless)) };
};

const productLine = (random: Random, product: Product, taxPercent: number): Line => {
  const quantity = drawQuantity(random, product.price);
  const full = quantity * product.price;
  const discount = random.chance(0.15) ? share(full, random.pick([5, 7.5, 10])) : 0;
  return {
    sku: product.sku,
    text: product.name,
    manufacturer: product.manufacturer,
    manufacturerSku: product.manufacturerSku,
    isCatalogPlus: product.isCatalogPlus,
    quantity,
    unitPrice: product.price,
    discount,
    tax: share(full - discount, taxPercent),
  };
};

/** Bolts are bought by the hundred, drill bits one at a time. */
const drawQuantity = (random: Random, price: Cents): number => {
  if (price < 1_000) return random.integer(5, 90);
  if (price < 6_000) return random.integer(2, 18);
  if (price < 40_000) return random.integer(1, 5);
  return random.integer(1, 2);
};

const SMALL_ORDER: Cents = 15_000;

const feeLines = (random: Random, subtotal: Cents): Line[] => {
  const fees: Line[] = [];
  // The provider sends a freight line without a price for included freight.
  if (random.chance(0.35)) fees.push(fee("Freight", random.chance(0.3) ? 0 : random.integer(1_250, 18_900)));
  if (random.chance(0.05)) fees.push(fee("Hazmat fee", 3_500));
  if (subtotal < SMALL_ORDER && random.chance(0.5)) fees.push(fee("Small order fee", 1_500));
  return fees;
};

const fee = (text: string, unitPrice: Cents): Line => ({
  sku: null,
  text,
  manufacturer: null,
  manufacturerSku: null,
  isCatalogPlus: false,
  quantity: 1,
  unitPrice,
  discount: 0,
  tax: 0,
});
