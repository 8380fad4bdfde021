import { createHmac, randomBytes } from "node:crypto";
import { momentIn } from "@mcc/contract/kit/calendar.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { BOTH_SECRETS_HOURS } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { ENCRYPTED_MARK, type TextCipher } from "../../platform/access/secrets/text-cipher.ts";

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

/** The secret that is used, and until when those before it are used beside it. */
interface StoredSecrets {
  readonly secret: string | null;
  readonly previous_secret: string | null;
  readonly both_until: Date | null;
  readonly older_until: Date | null;
}

const momentInUtc = momentIn("UTC");

/** A replaced secret stays valid for its time, also if its successor is replaced during it; a third one is refused. */
export const replacedSecrets = (
  { secret, previous_secret, both_until, older_until }: StoredSecrets,
  next: string,
) => {
  const now = new Date();
  if (older_until && older_until > now)
    fail(
      "secret.replaced",
      `Two earlier secrets are still valid. Replace it again after ${momentInUtc(older_until)} UTC.`,
    );
  const isReplaced = both_until !== null && both_until > now;
  return {
    secret: next,
    previous_secret: secret,
    both_until: new Date(now.getTime() + BOTH_SECRETS_HOURS * 3_600_000),
    older_secret: isReplaced ? previous_secret : null,
    older_until: isReplaced ? both_until : null,
  };
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
