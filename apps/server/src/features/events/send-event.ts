import type { IncomingMessage } from "node:http";
import { type OutgoingRequest, sendOutgoingRequest } from "../../platform/outgoing/outgoing-request.ts";
import { providerHeaders, webhookHeaders } from "./event-secrets.service.ts";
import type { DueDelivery } from "./events.queries.ts";

const RESPONSE_TIMEOUT = 10_000;
/** The part of a response that is kept: bytes, and milliseconds after its status. */
const BEGINNING_LENGTH = 2_000;
const BEGINNING_TIMEOUT = 1_000;

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

export type SentEvent = Pick<DueDelivery, "event_id" | "type" | "payload" | "created_at" | "slug_name">;

/** What is signed and sent. */
export const bodyOf = ({ event_id, type, payload, created_at, slug_name }: SentEvent): string =>
  JSON.stringify({
    id: event_id,
    type,
    created_at: created_at.toISOString(),
    company: slug_name,
    data: payload,
  });

export const FIXED_HEADERS = {
  "content-type": "application/json",
  "user-agent": "Management-Control-Center",
} as const;

/** One POST, to the outside only and without following redirects: nothing a company enters leads into our own network. */
export const sendEvent = async (
  delivery: Pick<DueDelivery, "url" | "receiver_id"> & SentEvent,
  secrets: readonly string[],
  networks: readonly string[],
): Promise<Response> => {
  const { url, event_id: id, type } = delivery;
  const [secret] = secrets;
  if (!url) throw new DeliveryError("The company has no event address.");
  if (!secret) throw new DeliveryError("The company has no event secret to sign with.");
  const message = { id, type, body: bodyOf(delivery), timestamp: String(Math.floor(Date.now() / 1000)) };
  const headers = {
    ...FIXED_HEADERS,
    ...webhookHeaders(secrets, message),
    ...(delivery.receiver_id === null && providerHeaders(secret, message)),
  };
  const answer = await post(url, { headers, body: message.body, networks });
  const { status } = answer;
  if (status >= 300 && status <= 399)
    throw new DeliveryError(`The receiver answered ${status}. Redirects are not followed.`, answer);
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

/** In words for who reads the delivery; others, such as those of certificates, are words already. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name could not be resolved",
  ECONNREFUSED: "it accepts no connections",
  ECONNRESET: "it closed the connection",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  ETIMEDOUT: "it did not answer in time",
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
    const { name, message, cause, code } = error as Error & { cause?: Error; code?: string };
    const isSlow = name === "AbortError" || name === "TimeoutError";
    const reason = REASONS[isSlow ? "ETIMEDOUT" : (code ?? "")] ?? (cause?.message || message || code);
    throw new DeliveryError(`The receiver could not be reached: ${reason}`.slice(0, 500));
  }
};
