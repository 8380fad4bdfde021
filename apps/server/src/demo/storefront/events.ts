import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** An event that the portal has sent. */
export interface PortalEvent {
  readonly type: string;
  readonly company: string;
  readonly data: { readonly identifier?: string };
}

/** An older message may have been recorded by someone. */
const MAX_AGE_SECONDS = 5 * 60;

/** The event of a request, if the portal has signed it lately; nothing otherwise. */
export const signedEvent = (
  secret: string,
  headers: IncomingHttpHeaders,
  body: string,
): PortalEvent | undefined => {
  const [timestamp, signature] = [headers["x-mcc-timestamp"], headers["x-mcc-signature"]].map(String);
  const expected = Buffer.from(
    `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  );
  const given = Buffer.from(signature ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  return age <= MAX_AGE_SECONDS ? (JSON.parse(body) as PortalEvent) : undefined;
};
