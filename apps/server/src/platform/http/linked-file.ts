import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { watchSession } from "../access/session-watch.ts";
import type { Services } from "../services.ts";
import { destroyWhenStalled } from "./limits/stalled-responses.ts";

/** Of a file behind a link: nothing in it may run, load or call anything, and no page may frame it. */
export const FILE_HEADERS = {
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex",
};
const STALLED_AFTER = 5 * 60_000;

/**
 * Ends with the session of its receiver, who may pause; one that has stopped must not keep a file, and a connection to
 * the store, open.
 */
export const sendLinkedFile = (
  services: Services,
  reply: FastifyReply,
  sessionId: string,
  content: Readable,
  isAllowed?: Parameters<typeof watchSession>[3],
): FastifyReply => {
  watchSession(services, sessionId, content, isAllowed);
  destroyWhenStalled(content, reply.raw, STALLED_AFTER);
  return reply.send(content);
};
