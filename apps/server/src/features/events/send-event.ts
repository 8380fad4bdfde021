import { createHmac } from "node:crypto";
import { callOutside, type Outgoing } from "../../platform/outgoing.ts";
import type { DueDelivery } from "./events.queries.ts";

const ANSWER_WITHIN = 10_000;

/** What the receiver computes again over what it got; the timestamp is inside, so an old message cannot be re-dated. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

/** A delivery that did not arrive, with the status it was answered with, if any. */
export class NotDelivered extends Error {
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** One POST, to the outside only and without following redirects: nothing a company enters leads into our own network. */
export const sendEvent = async (delivery: DueDelivery, networks: readonly string[]): Promise<number> => {
  const { event_id, type, payload, created_at, slug_name, event_url, event_secret } = delivery;
  if (!event_url) throw new NotDelivered("The company has no event address.");
  if (!event_secret) throw new NotDelivered("The company has no event secret to sign with.");
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
  if (status < 200 || status > 299) throw new NotDelivered(`The receiver answered ${status}.`, status);
  return status;
};

const post = async (
  address: string,
  call: Pick<Outgoing, "headers" | "body" | "networks">,
): Promise<number> => {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const answer = await callOutside(new URL(address), { ...call, method: "POST", signal });
    answer.destroy(); // what it says is of no interest, and may be endless
    return answer.statusCode ?? 0;
  } catch (error) {
    const { message, cause, code } = error as Error & { cause?: Error; code?: string };
    const reason = cause?.message || message || code;
    throw new NotDelivered(`The receiver could not be reached: ${reason}`.slice(0, 500));
  }
};
