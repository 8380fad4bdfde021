import type { Cents } from "../money.ts";
import { priceList } from "./price-list.ts";

export interface Product {
  readonly category: string;
  readonly name: string;
  readonly sku: string;
  readonly manufacturer: string;
  readonly manufacturerSku: string | null;
  readonly price: Cents;
  /** Bought outside the agreed catalog. */
  readonly isCatalogPlus: boolean;
}

const readPriceList = (): Product[] => {
  const products: Product[] = [];
  let category = "";
  for (const line of priceList.trim().split("\n")) {
    if (line.startsWith("#")) {
      category = line.slice(1).trim();
      continue;
    }
    const [name = "", sku = "", manufacturer = "", manufacturerSku, price] = line
      .split("|")
      .map((part) => part.trim());
    products.push({
      category,
      name: name.replace(/^\+ /, ""),
      sku,
      manufacturer,
      manufacturerSku: manufacturerSku || null,
      price: Math.round(Number(price) * 100),
      isCatalogPlus: name.startsWith("+ "),
    });
  }
  return products;
};

export const catalog: readonly Product[] = readPriceList();
