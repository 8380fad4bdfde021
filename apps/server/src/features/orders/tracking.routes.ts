import type { FastifyInstance } from "fastify";
import { page } from "../../platform/http/html.ts";
import { companyBranding, hostBranding } from "../../platform/http/page-branding.ts";
import type { Platform } from "../../platform/platform.ts";
import { expiredBody, trackingBody } from "./tracking.page.ts";
import { trackedOrder } from "./tracking.service.ts";

/** The built-in tracking page: read-only, with a signed link that ends with the session it was issued to. */
export const trackingPage = (app: FastifyInstance, platform: Platform): void => {
  app.get<{ Params: { token: string } }>("/tracking/:token", async (request, reply) => {
    const order = await trackedOrder(platform, request.params.token);
    reply
      .type("text/html; charset=utf-8")
      .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    if (!order) {
      return reply.code(404).send(page("Link expired", expiredBody, hostBranding(request.host)));
    }
    const branding = companyBranding(order.company, order.theme_id, order.logo);
    return reply.send(page(`Order ${order.identifier}`, trackingBody(order), branding));
  });
};
