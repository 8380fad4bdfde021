import { randomBytes } from "node:crypto";
import { catalog, type Product } from "../catalog/catalog.ts";
import { type Cents, share, sum, toDecimal } from "../money.ts";
import type { NewOrder } from "./portal.ts";
import type { Shopper } from "./shopper.ts";

/** What someone is about to order for a site. */
export interface Cart {
  readonly shopUser: string;
  /** The number that the order will have: sending it twice places it once. */
  readonly number: string;
  /** Pairs of SKU and quantity, in the order in which they were added. */
  readonly items: readonly (readonly [sku: string, quantity: number])[];
  readonly poNumber: string;
  readonly afeNumber: string;
  readonly notes: string;
  /** The numbers of the latest orders, newest first. */
  readonly recent: readonly string[];
}

export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
  readonly price: Cents;
  readonly tax: Cents;
}

export const NUMBER_PREFIX = "WEB-";
/** The acknowledgement has one page, and a cookie has four kilobytes. */
const MOST_LINES = 20;
export const MOST_PIECES = 999;
export const TEXT_MAX = { poNumber: 40, afeNumber: 40, notes: 300 } as const;
const MOST_RECENT = 5;
export const TAX_PERCENT = 8.25;

const productsBySku = new Map(catalog.map((product) => [product.sku, product]));
export const findProduct = (sku: string): Product | undefined => productsBySku.get(sku);

/** Letters and digits that cannot be mistaken for one another. */
const DIGITS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const newNumber = (): string =>
  NUMBER_PREFIX + [...randomBytes(8)].map((byte) => DIGITS[byte % DIGITS.length]).join("");

export const emptyCart = ({ shopUser }: Pick<Shopper, "shopUser">, recent: readonly string[] = []): Cart => ({
  shopUser,
  number: newNumber(),
  items: [],
  poNumber: "",
  afeNumber: "",
  notes: "",
  recent,
});

export const nextCart = ({ number, recent, shopUser }: Cart): Cart =>
  emptyCart({ shopUser }, [number, ...recent].slice(0, MOST_RECENT));

/** What is wrong with it; nothing when it was added. */
export const addItem = (cart: Cart, sku: string, quantity: number): Cart | string => {
  const present = cart.items.find(([each]) => each === sku);
  if (!present && cart.items.length >= MOST_LINES)
    return `A cart can have at most ${MOST_LINES} different items.`;
  const pieces = (present?.[1] ?? 0) + quantity;
  if (pieces > MOST_PIECES) return `An order can have at most ${MOST_PIECES} of an item.`;
  return present
    ? setQuantities(cart, new Map([[sku, pieces]]))
    : { ...cart, items: [...cart.items, [sku, quantity]] };
};

/** Zero removes an item. */
export const setQuantities = (cart: Cart, quantities: ReadonlyMap<string, number>): Cart => ({
  ...cart,
  items: cart.items
    .map(([sku, quantity]) => [sku, quantities.get(sku) ?? quantity] as const)
    .filter(([, quantity]) => quantity > 0),
});

export const linesOf = ({ items }: Cart): CartLine[] =>
  items.flatMap(([sku, quantity]) => {
    const product = findProduct(sku);
    if (!product) return [];
    const price = product.price * quantity;
    return [{ product, quantity, price, tax: share(price, TAX_PERCENT) }];
  });

export const totalsOf = (lines: readonly CartLine[]) => {
  const subtotal = sum(lines.map(({ price }) => price));
  const tax = sum(lines.map((line) => line.tax));
  return { subtotal, tax, total: subtotal + tax };
};

/** As the integration API takes it: placed by the real person, for the site they act for. */
export const orderOf = (cart: Cart, shopper: Shopper, pictureOf: (sku: string) => string): NewOrder => {
  const person = { name: shopper.name, username: shopper.username };
  return {
    site: shopper.siteId,
    creator: person,
    ordered_by: person,
    requested_by: person,
    po_number: cart.poNumber,
    afe_number: cart.afeNumber,
    payment_status: "Not Paid",
    custom_checkout_data: {
      "Storefront account": shopper.shopUser,
      ...(cart.notes ? { Notes: cart.notes } : {}),
    },
    lines: linesOf(cart).map(({ product, quantity, tax }) => ({
      product: product.sku,
      sku: product.sku,
      text: product.name,
      quantity,
      manufacturer: product.manufacturer,
      manufacturer_sku: product.manufacturerSku,
      image_url: pictureOf(product.sku),
      base_unit_price_value: toDecimal(product.price),
      tax_amount: toDecimal(tax),
      is_catalog_plus: product.isCatalogPlus,
    })),
  };
};
