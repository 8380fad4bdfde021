import { fail } from "@mcc/contract/kit/errors.ts";
import { pathId } from "@mcc/contract/kit/id.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { nameIn } from "../../platform/hosts/host-name.ts";
import { page } from "../../platform/html.ts";
import { isLoopback, isLoopbackHost } from "../../platform/ip-addresses.ts";
import { findMessage, latestMessages, messageHtml, messageRecipients } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { mailboxBody } from "./mailbox.page.ts";

const SHOWN = 25;

/** What is no filter, message or page is ignored. */
const Wanted = z.object({
  person: z.string().min(1).max(320).optional().catch(undefined),
  message: pathId.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});

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
    const { person, message, page: number } = Wanted.parse(request.query);
    const part = { recipient: person, offset: (number - 1) * SHOWN };
    const messages = await latestMessages(services, SHOWN + 1, part);
    const body = mailboxBody({
      ...{ person, isChosen: message !== undefined, page: number },
      recipients: await messageRecipients(services),
      open: message === undefined ? messages[0] : await findMessage(services, message),
      messages: messages.slice(0, SHOWN),
      hasOlder: messages.length > SHOWN,
      sender: services.settings.mailFrom,
    });
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
