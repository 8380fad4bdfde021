import { type Html, html } from "../../platform/html.ts";
import { toDollars } from "../money.ts";
import { type Cart, type CartLine, linesOf, MOST_PIECES, TAX_PERCENT, TEXT_MAX, totalsOf } from "./cart.ts";
import { pictureTag } from "./catalog-page.ts";
import { STOREFRONT_PATH } from "./register.ts";

/** The name of the field with the quantity of an item. */
export const QUANTITY_FIELD = "quantity:";

const lineRow = ({ product: { sku, name, price: each }, quantity, price }: CartLine): Html =>
  html`<tr><td class="picture">${pictureTag(sku, "small")}</td>
<th scope="row">${name}<span class="dimmed">${sku} · ${toDollars(each)} each</span></th>
<td class="quantity"><input type="number" name="${QUANTITY_FIELD}${sku}" value="${quantity}" min="0" max="${MOST_PIECES}" required aria-label="Quantity of ${name}"></td>
<td class="amount">${toDollars(price)}</td>
<td class="remove"><button class="quiet" name="remove" value="${sku}" formnovalidate aria-label="Remove ${name}">Remove</button></td></tr>`;

export const totalsList = ({ subtotal, tax, total }: ReturnType<typeof totalsOf>, taxLabel: string): Html =>
  html`<dl class="totals"><div><dt>Subtotal</dt><dd>${toDollars(subtotal)}</dd></div>
<div><dt>${taxLabel}</dt><dd>${toDollars(tax)}</dd></div>
<div class="total"><dt>Total</dt><dd>${toDollars(total)}</dd></div></dl>`;

const checkoutFields = ({ poNumber, afeNumber, notes }: Cart): Html =>
  html`<h2>Checkout</h2>
<div class="fields"><label>PO number<input name="po_number" value="${poNumber}" maxlength="${TEXT_MAX.poNumber}" autocomplete="off"></label>
<label>AFE number<input name="afe_number" value="${afeNumber}" maxlength="${TEXT_MAX.afeNumber}" autocomplete="off"></label>
<label class="wide">Notes<textarea name="notes" rows="3" maxlength="${TEXT_MAX.notes}">${notes}</textarea></label></div>`;

const recentOrders = ({ recent }: Cart): Html =>
  recent.length === 0
    ? html``
    : html`<h2>Recent orders</h2><ul>${recent.map((number) => html`<li><a href="${STOREFRONT_PATH}/orders/${number}">${number}</a></li>`)}</ul>`;

/** Return in a field sends the first button of a form, so that one only updates. */
export const cartBody = (cart: Cart): Html => {
  const lines = linesOf(cart);
  if (lines.length === 0) {
    return html`<p>Your cart is empty.</p><p><a class="button" href="${STOREFRONT_PATH}/">Go to the catalog</a></p>${recentOrders(cart)}`;
  }
  return html`<form method="post" action="${STOREFRONT_PATH}/cart">
<table class="cart"><caption class="hidden">Items in your cart</caption>
<thead><tr><td></td><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col" class="amount">Amount</th>
<td class="remove"><button class="quiet" name="do" value="update">Update</button></td></tr></thead>
<tbody>${lines.map(lineRow)}</tbody></table>
${totalsList(totalsOf(lines), `Sales tax ${TAX_PERCENT}%`)}
${checkoutFields(cart)}
<p class="buttons"><button name="do" value="order">Place order</button></p></form>${recentOrders(cart)}`;
};
