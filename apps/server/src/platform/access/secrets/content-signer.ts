import { createHmac, timingSafeEqual } from "node:crypto";
import { keyFor, type Secrets } from "./secrets.ts";

/** Signs what is kept outside the database, with a key that is not in it. */
export interface ContentSigner {
  sign(content: string): string;
  /** With each of the secrets, the current one first. */
  signatures(content: string): readonly string[];
  isSigned(content: string, signature: string): boolean;
}

export const makeContentSigner = (purpose: "audit heads", ...secrets: Secrets): ContentSigner => {
  const digest = (content: string, secret: string) =>
    createHmac("sha256", keyFor(`content ${purpose}`, secret))
      .update(content)
      .digest();
  return {
    signatures: (content) => secrets.map((secret) => digest(content, secret).toString("hex")),
    sign: (content) => digest(content, secrets[0]).toString("hex"),
    isSigned: (content, signature) => {
      const given = Buffer.from(signature, "hex");
      return secrets.some((secret) => {
        const expected = digest(content, secret);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
};
