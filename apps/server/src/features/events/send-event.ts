import { createHmac } from "node:crypto";
import { type OutgoingRequest, sendOutgoingRequest } from "../../platform/outgoing/outgoing-request.ts";
import type { DueDelivery } from "./events.queries.ts";

const RESPONSE_TIMEOUT = 10_000;

/** What the receiver computes again over what it got; the timestamp is inside, so an old message cannot be re-dated. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

/** A failed delivery, with the response status, if any. */
export class DeliveryError extends Error {
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** One POST, to the outside only and without following redirects: nothing a company enters leads into our own network. */
export const sendEvent = async (delivery: DueDelivery, networks: readonly string[]): Promise<number> => {
  const { event_id, type, payload, created_at, slug_name, event_url, event_secret } = delivery;
  if (!event_url) throw new DeliveryError("The company has no event address.");
  if (!event_secret) throw new DeliveryError("The company has no event secret to sign with.");
  const body = JSON.stringify({
    id: event_id,
    type,
    created_at: created_at.toISOString(),
    company: slug_name,
    data: payload,
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Management-Control-Center",
    "x-mcc-message-id": event_id,
    "x-mcc-event": type,
    "x-mcc-timestamp": timestamp,
    "x-mcc-signature": signatureOf(event_secret, timestamp, body),
  };
  const status = await post(event_url, { headers, body, networks });
  if (status < 200 || status > 299) throw new DeliveryError(`The receiver answered ${status}.`, status);
  return status;
};

const post = async (
  address: string,
  call: Pick<OutgoingRequest, "headers" | "body" | "networks">,
): Promise<number> => {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT);
    const response = await sendOutgoingRequest(new URL(address), { ...call, method: "POST", signal });
    response.destroy(); // the body is not needed, and may be endless
    return response.statusCode ?? 0;
  } catch (error) {
    const { message, cause, code } = error as Error & { cause?: Error; code?: string };
    const reason = cause?.message || message || code;
    throw new DeliveryError(`The receiver could not be reached: ${reason}`.slice(0, 500));
  }
};
