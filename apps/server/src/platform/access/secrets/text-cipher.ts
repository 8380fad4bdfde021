import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { acceptedByAny, keyFor, type Secrets } from "./secrets.ts";

/** Encrypts text that must not be readable in the database, such as an e-mail with a link that sets a password. */
export interface TextCipher {
  encrypt(text: string): string;
  decrypt(encrypted: string): string;
  /** What every text begins with that is encrypted with the current key. */
  readonly prefix: string;
}

/** Stands before encrypted texts in columns that may hold others: the demo stores the secret of its storefront as it is. */
export const ENCRYPTED_MARK = "encrypted:";

const IV = 12;
const TAG = 16;
const PURPOSE = "sealed texts";

/** Base64 has no dot: a text without one is older than the prefix. */
const prefixOf = (key: Buffer): string => `${createHash("sha256").update(key).digest("hex").slice(0, 8)}.`;

export const makeTextCipher = (...secrets: Secrets): TextCipher => {
  const key = keyFor(PURPOSE, secrets[0]);
  const prefix = prefixOf(key);
  const decryptWith = (secret: string) => (text: string) => {
    const bytes = Buffer.from(text.slice(text.indexOf(".") + 1), "base64");
    const cipher = createDecipheriv("aes-256-gcm", keyFor(PURPOSE, secret), bytes.subarray(0, IV), {
      authTagLength: TAG,
    });
    cipher.setAuthTag(bytes.subarray(IV, IV + TAG));
    return Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]).toString("utf8");
  };
  return {
    prefix,
    encrypt: (text) => {
      const iv = randomBytes(IV);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64");
    },
    decrypt: acceptedByAny(secrets.map(decryptWith)),
  };
};
