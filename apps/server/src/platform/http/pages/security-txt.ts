import type { FastifyInstance } from "fastify";
import type { Services } from "../../services.ts";

/** A server that still runs vouches for its contact for so long. RFC 9116 recommends less than a year. */
const VALID_DAYS = 90;
const A_DAY = 24 * 60 * 60 * 1000;

/** RFC 9116: where somebody who has found a vulnerability reports it. Without a contact there is no such file. */
export const mountSecurityTxt = (
  app: FastifyInstance,
  { settings, publicUrl }: Pick<Services, "settings" | "publicUrl">,
): void => {
  const path = "/.well-known/security.txt";
  app.get(path, async (_request, reply) => {
    if (settings.securityContacts.length === 0) return reply.callNotFound();
    // Whole days, so that all processes serve the same text.
    const expires = new Date((Math.floor(Date.now() / A_DAY) + VALID_DAYS) * A_DAY);
    const lines = [
      ...settings.securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.toISOString()}`,
      `Canonical: ${publicUrl()}${path}`,
      "Preferred-Languages: en",
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(`${lines.join("\n")}\n`);
  });
};
