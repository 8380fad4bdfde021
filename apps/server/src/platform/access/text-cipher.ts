import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts text that must not be readable in the database, such as an e-mail with a link that sets a password. */
export interface TextCipher {
  encrypt(text: string): string;
  decrypt(encrypted: string): string;
}

const IV = 12;
const TAG = 16;

export const makeTextCipher = (secret: string): TextCipher => {
  const key = createHash("sha256").update(`sealed texts\n${secret}`).digest();
  return {
    encrypt: (text) => {
      const iv = randomBytes(IV);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64");
    },
    decrypt: (text) => {
      const bytes = Buffer.from(text, "base64");
      const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV));
      cipher.setAuthTag(bytes.subarray(IV, IV + TAG));
      return Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]).toString("utf8");
    },
  };
};
