import { randomBytes } from "node:crypto";
import type { TextCipher } from "../../platform/access/text-cipher.ts";

const SECRET_PREFIX = "mcc_events_";
/** Marks what is encrypted: the demo stores the secret of its storefront as it is. */
const ENCRYPTED = "encrypted:";

/** A secret that events are signed with, and what is stored of it: receivers check it, so a hash is not enough. */
export const makeEventSecret = (cipher: TextCipher): { secret: string; stored: string } => {
  const secret = SECRET_PREFIX + randomBytes(24).toString("hex");
  return { secret, stored: ENCRYPTED + cipher.encrypt(secret) };
};

/** Null where there is none, or where it was encrypted by a server with another secret. */
export const signingSecret = (cipher: TextCipher, stored: string | null): string | null => {
  if (!stored?.startsWith(ENCRYPTED)) return stored;
  try {
    return cipher.decrypt(stored.slice(ENCRYPTED.length));
  } catch {
    return null;
  }
};
