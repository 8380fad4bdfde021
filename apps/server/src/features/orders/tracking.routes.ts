import type { FastifyInstance } from "fastify";
import { page } from "../../platform/html.ts";
import { companyBranding, hostBranding } from "../../platform/http/pages/page-branding.ts";
import type { Services } from "../../platform/services.ts";
import { expiredBody, trackingBody } from "./tracking.page.ts";
import { trackedOrder } from "./tracking.service.ts";

/** The built-in tracking page: read-only, with a signed link that ends with the session it was issued to. */
export const trackingPage = (app: FastifyInstance, services: Services): void => {
  app.get<{ Params: { token: string } }>("/tracking/:token", async (request, reply) => {
    const order = await trackedOrder(services, request.params.token);
    reply
      .type("text/html; charset=utf-8")
      .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    if (!order) {
      return reply
        .code(404)
        .send(page("Link expired", expiredBody, await hostBranding(services, request.host)));
    }
    const branding = companyBranding(order.company, order.theme_id, order.logo);
    return reply.send(page(`Order ${order.identifier}`, trackingBody(order), branding));
  });
};
