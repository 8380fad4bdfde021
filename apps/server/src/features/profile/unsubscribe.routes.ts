import type { Topic } from "@mcc/contract/profile/notification-topics.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Html, html, page } from "../../platform/html.ts";
import { bodyLimits } from "../../platform/http/limits/limits.ts";
import { readBody } from "../../platform/http/request-body.ts";
import type { Services } from "../../platform/services.ts";
import { subscriptionOf, unsubscribe } from "./unsubscribe.service.ts";

interface Link {
  Params: { token: string };
}

const INVALID = html`<h1>This link no longer works</h1>
<p>You can choose which messages you get on your <a href="${loginPathFor("/profile")}">profile</a>.</p>`;

const question = (topic: Topic): Html => html`<h1>Stop ${topic} by e-mail?</h1>
<p>You keep seeing them in the portal, and you can turn them on again on your <a href="${loginPathFor("/profile")}">profile</a>.</p>
<form method="post"><button>Stop ${topic} by e-mail</button></form>`;

const stopped = (topic: Topic): Html => html`<h1>You no longer get ${topic} by e-mail</h1>
<p>You can turn them on again on your <a href="${loginPathFor("/profile")}">profile</a>.</p>`;

/**
 * One-click unsubscribe (RFC 8058): a mail program posts to the link, without a sign-in. Opening the link changes
 * nothing, because mail scanners open links.
 */
export const unsubscribePage = (app: FastifyInstance, services: Services): void => {
  app.register(async (inner) => {
    // Whatever is posted says the same as the link.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_: FastifyRequest, payload: FastifyRequest["raw"]) =>
      readBody(payload, bodyLimits.open),
    );
    inner.get<Link>("/unsubscribe/:token", async ({ params }, reply) => {
      const link = await subscriptionOf(services, params.token);
      return send(reply, link ? question(link.topic) : undefined);
    });
    inner.post<Link>("/unsubscribe/:token", async ({ params }, reply) => {
      const link = await subscriptionOf(services, params.token);
      if (link) await unsubscribe(services, link);
      return send(reply, link ? stopped(link.topic) : undefined);
    });
  });
};

const send = (reply: FastifyReply, body: Html | undefined) =>
  reply
    .code(body ? 200 : 404)
    .type("text/html; charset=utf-8")
    .headers({ "cache-control": "no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" })
    .send(page("Messages by e-mail", body ?? INVALID));
