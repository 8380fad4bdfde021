import { carrierOf } from "@mcc/contract/orders/carriers.ts";
import { codeOf, ORDER_STATUSES, type OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import { type Html, html, localTimes, timeOf } from "../../platform/html.ts";

interface TrackedOrder {
  readonly identifier: string;
  readonly status: OrderStatus;
  readonly order_date: Date;
  readonly updated_at: Date;
  /** When it got each status, by its code. */
  readonly status_times: Readonly<Record<string, string>>;
  readonly tracking_numbers: readonly string[];
  readonly site: string;
  readonly company: string;
  readonly theme_id: string | null;
  readonly logo: string | null;
}

/** The usual sequence of statuses; any other status is shown alone. */
const DELIVERY_STEPS: readonly (readonly [OrderStatus, ...OrderStatus[]])[] = [
  ["Accepted"],
  ["Processing"],
  ["Shipped", "Partially Shipped"],
  ["Delivered"],
];

export const expiredBody = html`<h1>Link expired</h1>
<article><p>This tracking link is not valid or has expired. Open it again from the order.</p>
<p><a href="${loginPathFor("/orders")}">Go to orders</a></p></article>`;

const deliverySteps = ({ status, status_times }: TrackedOrder): Html => {
  const reached = DELIVERY_STEPS.findIndex((step) => step.includes(status));
  const timeUnder = (name: OrderStatus): Html => {
    const time = status_times[codeOf(ORDER_STATUSES, name)];
    return time ? html` ${timeOf(new Date(time))}` : html``;
  };
  if (reached < 0) return html`<p class="status">${status}${timeUnder(status)}</p>`;
  const steps = DELIVERY_STEPS.map(([name], at) => {
    if (at < reached) return html`<li class="done">${name}${timeUnder(name)}</li>`;
    return at === reached
      ? html`<li class="done" aria-current="step">${status}${timeUnder(status)}</li>`
      : html`<li>${name}</li>`;
  });
  return html`<ol class="way" aria-label="Status">${steps}</ol>`;
};

/** A number of a carrier that is known leads to the carrier's page. */
const shipmentOf = (number: string, at: number): Html => {
  const carrier = carrierOf(number);
  const shown = carrier
    ? html`<a href="${carrier.url}" target="_blank" rel="noopener noreferrer"><code>${number}</code></a>`
    : html`<code>${number}</code>`;
  return html`<tr><th scope="row">Shipment ${at + 1}</th><td>${shown}</td><td>${carrier?.name ?? "N.A."}</td></tr>`;
};

const shipmentsOf = (numbers: readonly string[]): Html =>
  numbers.length === 0
    ? html`<p>There are no tracking numbers yet.</p>`
    : html`<table><thead><tr><th scope="col">Shipment</th><th scope="col">Tracking number</th><th scope="col">Carrier</th></tr></thead><tbody>${numbers.map(shipmentOf)}</tbody></table>`;

/** What the user of the link sees of an order. */
export const trackingBody = (order: TrackedOrder): Html =>
  html`<h1>Order ${order.identifier}</h1>
<article>${deliverySteps(order)}
<dl><div><dt>Status</dt><dd>${order.status}</dd></div>
<div><dt>Ordered</dt><dd>${timeOf(order.order_date)}</dd></div>
<div><dt>Last update</dt><dd>${timeOf(order.updated_at)}</dd></div>
<div><dt>Site</dt><dd>${order.site}</dd></div></dl></article>
<article><h2>Shipments</h2>${shipmentsOf(order.tracking_numbers)}</article>
${localTimes}`;
