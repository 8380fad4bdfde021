import { fail } from "@mcc/contract/kit/errors.ts";
import { pathId } from "@mcc/contract/kit/id.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { nameIn } from "../../platform/hosts/host-name.ts";
import { html, page } from "../../platform/html.ts";
import { isLoopback, isLoopbackHost } from "../../platform/ip-addresses.ts";
import { latestMessages, messageHtml } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";

const SHOWN = 50;

const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip"];

/** A proxy on this machine calls for all clients: then only the client address from a trusted proxy counts. */
const isOnThisMachine = ({ ip, ips, headers }: FastifyRequest): boolean => {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  const isTrusted = (ips?.length ?? 1) > 1;
  return isLoopback(ip) && (!isForwarded || isTrusted);
};

/** A page of a stranger whose name was made to lead to this machine calls from it too, under that name. */
const isOwnName = ({ settings }: Services, { host }: FastifyRequest): boolean => {
  const name = nameIn(host ?? "");
  return (
    isLoopbackHost(name) ||
    (settings.publicUrl !== undefined && URL.parse(settings.publicUrl)?.hostname === name)
  );
};

/** Nothing of a message runs or is loaded; its links open in a new tab. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * The demo's outbox shows unsent e-mails, on this machine only, because their links set passwords. Never mounted
 * outside the demo.
 */
export const mailboxPage = (app: FastifyInstance, services: Services): void => {
  const mustBeAllowed = (request: FastifyRequest) => {
    if (!isOnThisMachine(request) || !isOwnName(services, request)) fail("not_found");
  };
  app.get("/mailbox", async (request, reply) => {
    mustBeAllowed(request);
    const entries = (await latestMessages(services, SHOWN)).map(entryOf);
    const empty = html`<p>Nothing has been sent yet.</p>`;
    const body = html`<h1>Mailbox</h1>
<p>Messages of this demo, newest first. With SMTP_URL set, they are sent by e-mail instead.</p>
${entries.length > 0 ? entries : empty}`;
    reply.header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send(page("Mailbox", body));
  });
  app.get<{ Params: { id: string } }>("/mailbox/:id", async (request, reply) => {
    mustBeAllowed(request);
    const id = pathId.safeParse(request.params.id).data ?? fail("not_found");
    const message = (await messageHtml(services, id)) ?? fail("not_found");
    reply.headers({
      "cache-control": "no-store",
      "content-security-policy": MESSAGE_POLICY,
      "x-frame-options": "SAMEORIGIN",
    });
    return reply.type("text/html; charset=utf-8").send(message);
  });
};

type ShownMessage = Awaited<ReturnType<typeof latestMessages>>[number];

/** An e-mail as HTML beside its text; a text message as it is. */
const entryOf = ({ id, channel, recipient, subject, body, created_at }: ShownMessage) => html`
<article><h2>${subject || "Text message"}</h2>
<p>To ${recipient}, <time datetime="${created_at.toISOString()}">${created_at.toUTCString()}</time></p>
<div class="message">${
  channel === "email" && body !== ""
    ? html`<iframe src="/mailbox/${id}" title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`
    : ""
}<pre>${withLinks(body)}</pre></div></article>`;

const withLinks = (body: string) =>
  body
    .split(/(https?:\/\/[^\s]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
