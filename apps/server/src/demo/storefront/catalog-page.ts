import { type Html, html } from "../../platform/html.ts";
import { catalog, type Product } from "../catalog/catalog.ts";
import { toDollars } from "../money.ts";
import { MOST_PIECES } from "./cart.ts";
import { STOREFRONT_PATH } from "./register.ts";

const categories = [...new Set(catalog.map(({ category }) => category))];

/** What was asked for: a text, or a category; the first one where nothing was. */
export interface CatalogQuery {
  readonly search: string;
  readonly category: string;
}

export const catalogQuery = (given: Readonly<Record<string, unknown>>): CatalogQuery => {
  const text = (value: unknown) => (typeof value === "string" ? value.trim().slice(0, 100) : "");
  const category = text(given.category);
  return {
    search: text(given.search),
    category: categories.includes(category) ? category : (categories[0] ?? ""),
  };
};

const isFound = ({ name, sku, manufacturer, category }: Product, words: readonly string[]): boolean => {
  const text = `${name} ${sku} ${manufacturer} ${category}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const productsFor = ({ search, category }: CatalogQuery): readonly Product[] => {
  const words = search.toLowerCase().split(/\s+/);
  return search
    ? catalog.filter((product) => isFound(product, words))
    : catalog.filter((product) => product.category === category);
};

export const pathOf = ({ search, category }: CatalogQuery): string =>
  `${STOREFRONT_PATH}/?${new URLSearchParams(search ? { search } : { category })}`;

const categoryLink = ({ search, category }: CatalogQuery, each: string): Html => {
  const isCurrent = !search && each === category;
  const href = pathOf({ search: "", category: each });
  return isCurrent
    ? html`<li><a href="${href}" aria-current="page">${each}</a></li>`
    : html`<li><a href="${href}">${each}</a></li>`;
};

export const pictureTag = (sku: string, size: "large" | "small"): Html =>
  html`<img class="${size}" src="${STOREFRONT_PATH}/pictures/${sku}.svg" alt="" width="160" height="120" loading="lazy">`;

const productCard = (query: CatalogQuery, { sku, name, manufacturer, price, isCatalogPlus }: Product): Html =>
  html`<li class="product">${pictureTag(sku, "large")}
<h2>${name}</h2>
<p class="dimmed">${manufacturer} · ${sku}${isCatalogPlus ? " · outside the agreed catalog" : ""}</p>
<form method="post" action="${STOREFRONT_PATH}/cart/items">
<p class="price">${toDollars(price)}</p>
<input type="hidden" name="sku" value="${sku}">
<input type="hidden" name="search" value="${query.search}">
<input type="hidden" name="category" value="${query.category}">
<input type="number" name="quantity" value="1" min="1" max="${MOST_PIECES}" required aria-label="Quantity of ${name}">
<button aria-label="Add ${name} to the cart">Add</button>
</form></li>`;

export const catalogBody = (query: CatalogQuery): Html => {
  const products = productsFor(query);
  const found = query.search
    ? html`<p role="status">${products.length} found for “${query.search}”</p>`
    : html``;
  return html`<form class="search" role="search" action="${STOREFRONT_PATH}/">
<input type="search" name="search" value="${query.search}" aria-label="Search the catalog" placeholder="Product, SKU or maker" maxlength="100">
<button>Search</button></form>
<div class="shop"><nav class="categories" aria-label="Categories"><ul>${categories.map((each) => categoryLink(query, each))}</ul></nav>
<div>${found}<ul class="products">${products.map((product) => productCard(query, product))}</ul></div></div>`;
};
