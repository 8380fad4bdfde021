import type { FastifyInstance } from "fastify";
import { html, page } from "../../platform/html.ts";
import type { Platform } from "../../platform/platform.ts";
import { trackedOrder } from "./tracking.service.ts";

/** The built-in tracking page: read-only, without scripts, behind a signed link that expires. */
export const trackingPage = (app: FastifyInstance, platform: Platform): void => {
  app.get<{ Params: { token: string } }>(
    "/tracking/:token",
    { config: { isSecret: true } },
    async (request, reply) => {
      const order = await trackedOrder(platform, request.params.token);
      reply
        .type("text/html; charset=utf-8")
        .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      if (!order) {
        const words = html`<h1>Link expired</h1><p>This tracking link is not valid or has expired. Open it again from the order.</p>`;
        return reply.code(404).send(page("Link expired", words));
      }
      const numbers = order.tracking_numbers.map(
        (number, at) => html`<tr><th scope="row">Shipment ${at + 1}</th><td><code>${number}</code></td></tr>`,
      );
      const shipments = html`<table><caption>Shipments</caption><tbody>${numbers}</tbody></table>`;
      const body = html`<h1>Order ${order.identifier}</h1>
<article><h2>Status</h2><p>${order.status}</p>
<p>Placed <time datetime="${order.order_date.toISOString()}">${order.order_date.toUTCString()}</time> for ${order.site}.</p></article>
<article>${numbers.length > 0 ? shipments : html`<h2>Shipments</h2><p>There are no tracking numbers yet.</p>`}</article>`;
      return reply.send(page(`Order ${order.identifier}`, body));
    },
  );
};
