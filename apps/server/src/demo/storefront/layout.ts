import { type Html, html } from "../../platform/html.ts";
import type { Cart } from "./cart.ts";
import { STOREFRONT_PATH } from "./register.ts";
import type { Shopper } from "./shopper.ts";

const SHOP_NAME = "Continental Industrial Supply";

/** A message above the page: something was done, or could not be done. */
export interface Notice {
  readonly kind: "done" | "failed";
  readonly text: string;
}

const noticeOf = ({ kind, text }: Notice): Html =>
  html`<p class="notice ${kind}" role="${kind === "failed" ? "alert" : "status"}">${text}</p>`;

const piecesIn = ({ items }: Cart): number => items.reduce((pieces, [, quantity]) => pieces + quantity, 0);

const headOf = (cart: Cart): Html =>
  html`<nav aria-label="Shop"><a href="${STOREFRONT_PATH}/">Catalog</a>
<a href="${STOREFRONT_PATH}/cart">Cart (${piecesIn(cart)})</a></nav>`;

/** Who acts as whom, on every page: nobody orders for the wrong site by accident. */
const actingAs = ({ name, shopUser, site, company }: Shopper): Html =>
  html`<section class="acting" aria-label="Who you are"><p><strong>${name}</strong> is logged in as <strong>${shopUser}</strong>
for <strong>${site}</strong>, ${company}</p>
<form method="post" action="${STOREFRONT_PATH}/sign-out"><button class="quiet">Sign out</button></form></section>`;

interface PageParts {
  readonly title: string;
  readonly body: Html;
  readonly shopper?: Shopper | undefined;
  readonly cart?: Cart | undefined;
  readonly notice?: Notice | undefined;
}

export const storefrontPage = ({ title, body, shopper, cart, notice }: PageParts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${SHOP_NAME}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${STOREFRONT_PATH}/storefront.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="brand" href="${STOREFRONT_PATH}/">${SHOP_NAME}</a>${cart ? headOf(cart) : ""}</header>
${shopper ? actingAs(shopper) : ""}<main id="main">${notice ? noticeOf(notice) : ""}
<h1>${title}</h1>
${body}</main>
<footer><p>A demo storefront: it talks to the portal only through the integration API.</p></footer>
</body>
</html>`.text;
