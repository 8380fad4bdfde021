import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type OutgoingRequest, sendOutgoingRequest } from "../../platform/outgoing/outgoing-request.ts";
import type { DueDelivery } from "./events.queries.ts";

const RESPONSE_TIMEOUT = 10_000;
/** The part of a response that is kept: bytes, and milliseconds after its status. */
const BEGINNING_LENGTH = 2_000;
const BEGINNING_TIMEOUT = 1_000;

/** What the receiver computes again over what it got; the timestamp is inside, so an old message cannot be re-dated. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

interface Response {
  readonly status: number;
  /** Its first characters. */
  readonly response: string;
}

/** A failed delivery, with the response, if any. */
export class DeliveryError extends Error {
  readonly status: number | null;
  readonly response: string | null;
  constructor(message: string, { status, response }: Partial<Response> = {}) {
    super(message);
    this.status = status ?? null;
    this.response = response ?? null;
  }
}

/** One POST, to the outside only and without following redirects: nothing a company enters leads into our own network. */
export const sendEvent = async (delivery: DueDelivery, networks: readonly string[]): Promise<Response> => {
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
  const answer = await post(event_url, { headers, body, networks });
  const { status } = answer;
  if (status < 200 || status > 299) throw new DeliveryError(`The receiver answered ${status}.`, answer);
  return answer;
};

/** What has arrived shortly after the status counts: the rest is not needed, and may be slow, endless or broken. */
const readBeginning = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  const enough = setTimeout(() => response.destroy(), BEGINNING_TIMEOUT);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= BEGINNING_LENGTH) break;
    }
  } catch {
    // Destroyed above, or by the receiver.
  } finally {
    clearTimeout(enough);
    response.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, BEGINNING_LENGTH).toString("utf8");
  return text.replaceAll("\0", ""); // a database text cannot hold it
};

const post = async (
  address: string,
  call: Pick<OutgoingRequest, "headers" | "body" | "networks">,
): Promise<Response> => {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT);
    const response = await sendOutgoingRequest(new URL(address), { ...call, method: "POST", signal });
    return { status: response.statusCode ?? 0, response: await readBeginning(response) };
  } catch (error) {
    const { message, cause, code } = error as Error & { cause?: Error; code?: string };
    const reason = cause?.message || message || code;
    throw new DeliveryError(`The receiver could not be reached: ${reason}`.slice(0, 500));
  }
};
