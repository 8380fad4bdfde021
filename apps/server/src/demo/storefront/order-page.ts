import type { StoredOrder } from "@mcc/contract/integration/integration.schema.ts";
import { type Html, html } from "../../platform/html.ts";
import { toCents, toDollars } from "../money.ts";
import { totalsList } from "./cart-page.ts";
import { STOREFRONT_PATH } from "./register.ts";

const STATES = {
  done: "approved",
  open: "pending",
  rejected: "rejected",
  dropped: "no longer needed",
} as const;

const stepItem = ({ name, state, acted_by }: StoredOrder["approval_steps"][number]): Html =>
  html`<li>${name}: ${STATES[state]}${acted_by ? html` by ${acted_by}` : ""}</li>`;

const approvalOf = ({ status, approval_steps, current_required_approval }: StoredOrder): Html => {
  if (status === "Pending Approval") {
    return html`<p>Pending approval by ${current_required_approval?.name ?? "an approver"}. We deliver as soon as it is approved.</p>
<ol>${approval_steps.map(stepItem)}</ol>`;
  }
  if (status === "Rejected") return html`<p>This order was rejected, so nothing is delivered.</p>`;
  return html`<p>We have accepted this order. The acknowledgement is with its documents in the portal.</p>`;
};

const factsOf = ({ po_number, afe_number, ordered_by }: StoredOrder): Html => {
  const facts = [
    ["Ordered by", ordered_by],
    ["PO number", po_number],
    ["AFE number", afe_number],
  ] as const;
  return html`<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value || "N.A."}</dd></div>`)}</dl>`;
};

/** The order as the portal has it now. */
export const orderBody = (order: StoredOrder): Html => {
  const [total, subtotal] = [
    toCents(order.taxful_total_price_value),
    toCents(order.taxless_total_price_value),
  ];
  const rows = order.lines.map(
    ({ text, sku, quantity, taxless_price }) =>
      html`<tr><th scope="row">${text}<span class="dimmed">${sku ?? ""}</span></th><td class="amount">${quantity}</td>
<td class="amount">${toDollars(toCents(taxless_price))}</td></tr>`,
  );
  return html`<p class="status">${order.status}</p>
${approvalOf(order)}
${factsOf(order)}
<table class="cart"><caption class="hidden">Items of the order</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="amount">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>${rows}</tbody></table>
${totalsList({ subtotal, tax: total - subtotal, total }, "Sales tax")}
<p class="buttons"><a class="button" href="/orders/${encodeURIComponent(order.identifier)}">Open the order in the portal</a>
<a class="button quiet" href="${STOREFRONT_PATH}/">Continue shopping</a></p>`;
};
