import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { DEFAULT_THEME_ID, namesOf, themeIdOf } from "@mcc/contract/theme/theme.rules.ts";
import { type Html, html, type PageBranding } from "../../platform/http/html.ts";

interface TrackedOrder {
  readonly identifier: string;
  readonly status: OrderStatus;
  readonly order_date: Date;
  readonly tracking_numbers: readonly string[];
  readonly site: string;
  readonly company: string;
  readonly theme_id: string | null;
  readonly logo: string | null;
}

/** The usual sequence of statuses; any other status is shown alone. */
const DELIVERY_STEPS: readonly (readonly OrderStatus[])[] = [
  ["Accepted"],
  ["Processing"],
  ["Shipped", "Partially Shipped"],
  ["Delivered"],
];

const moments = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "2-digit",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});

/** The format of the whole product; the server does not know the reader's time zone, so UTC is named until a script converts it. */
const momentOf = (date: Date): string =>
  `${moments.format(date).replaceAll(",", "").replace(/\s/g, " ")} UTC`;

const brandingOf = (name: string, themeId: string, logo?: string | null): PageBranding => {
  const theme = encodeURIComponent(themeId);
  return { name, styles: `/theme/styles/${theme}.css`, logo: logo ?? `/theme/logos/${theme}.svg` };
};

export const trackingBranding = ({ company, theme_id, logo }: TrackedOrder): PageBranding =>
  brandingOf(company, theme_id ?? DEFAULT_THEME_ID, logo);

/** An invalid link belongs to no company: the page has the theme of the sign-in page of the same host. */
export const expiredLinkBranding = (host: string): PageBranding => {
  const themeId = themeIdOf(host);
  return brandingOf(namesOf(themeId).label, themeId);
};

export const expiredBody = html`<h1>Link expired</h1>
<article><p>This tracking link is not valid or has expired. Open it again from the order.</p>
<p><a href="/orders">Go to orders</a></p></article>`;

const deliverySteps = (status: OrderStatus): Html => {
  const reached = DELIVERY_STEPS.findIndex((step) => step.includes(status));
  if (reached < 0) return html`<p class="status">${status}</p>`;
  const steps = DELIVERY_STEPS.map(([name = ""], at) => {
    if (at < reached) return html`<li class="done">${name}</li>`;
    return at === reached
      ? html`<li class="done" aria-current="step">${status}</li>`
      : html`<li>${name}</li>`;
  });
  return html`<ol class="way" aria-label="Status">${steps}</ol>`;
};

const shipmentsOf = (numbers: readonly string[]): Html => {
  if (numbers.length === 0) return html`<p>There are no tracking numbers yet.</p>`;
  const rows = numbers.map(
    (number, at) => html`<tr><th scope="row">Shipment ${at + 1}</th><td><code>${number}</code></td></tr>`,
  );
  return html`<table><thead><tr><th scope="col">Shipment</th><th scope="col">Tracking number</th></tr></thead><tbody>${rows}</tbody></table>`;
};

/** What the user of the link sees of an order. */
export const trackingBody = ({
  identifier,
  status,
  order_date,
  site,
  tracking_numbers,
}: TrackedOrder): Html =>
  html`<h1>Order ${identifier}</h1>
<article>${deliverySteps(status)}
<dl><div><dt>Status</dt><dd>${status}</dd></div>
<div><dt>Ordered</dt><dd><time datetime="${order_date.toISOString()}">${momentOf(order_date)}</time></dd></div>
<div><dt>Site</dt><dd>${site}</dd></div></dl></article>
<article><h2>Shipments</h2>${shipmentsOf(tracking_numbers)}</article>
<script src="/local-time.js"></script>`;
