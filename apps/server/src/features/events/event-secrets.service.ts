import { createHmac, randomBytes } from "node:crypto";
import { ENCRYPTED_MARK, type TextCipher } from "../../platform/access/text-cipher.ts";

/** As Standard Webhooks has it; what follows is the key in base64. */
const SECRET_PREFIX = "whsec_";
const KEY_BYTES = 32;

/** A secret that events are signed with, and what is stored of it: receivers check it, so a hash is not enough. */
export const makeEventSecret = (cipher: TextCipher): { secret: string; stored: string } => {
  const secret = SECRET_PREFIX + randomBytes(KEY_BYTES).toString("base64");
  return { secret, stored: ENCRYPTED_MARK + cipher.encrypt(secret) };
};

/** Null where there is none, or where it was encrypted by a server with another secret. */
export const signingSecret = (cipher: TextCipher, stored: string | null): string | null => {
  if (!stored?.startsWith(ENCRYPTED_MARK)) return stored;
  try {
    return cipher.decrypt(stored.slice(ENCRYPTED_MARK.length));
  } catch {
    return null;
  }
};

/** Secrets of the provider that are older than Standard Webhooks are used as they are. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64")
    : Buffer.from(secret);

interface SignedMessage {
  readonly id: string;
  /** In seconds; it is signed, so an old message cannot be re-dated. */
  readonly timestamp: string;
  readonly body: string;
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export const webhookHeaders = (
  secrets: readonly string[],
  { id, timestamp, body }: SignedMessage,
): Record<string, string> => {
  const signatures = secrets.map((secret) =>
    createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64"),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
};

/** What the provider's systems check that were connected before: over time and body, with the secret as text. */
export const providerHeaders = (
  secret: string,
  { id, timestamp, body, type }: SignedMessage & { readonly type: string },
): Record<string, string> => ({
  "x-mcc-message-id": id,
  "x-mcc-event": type,
  "x-mcc-timestamp": timestamp,
  "x-mcc-signature": `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
});
