import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Signs what is kept outside the database, with a key that is not in it. */
export interface ContentSigner {
  sign(content: string): string;
  isSigned(content: string, signature: string): boolean;
}

export const makeContentSigner = (secret: string, purpose: "audit heads"): ContentSigner => {
  const key = createHash("sha256").update(`content ${purpose}\n${secret}`).digest();
  const digest = (content: string) => createHmac("sha256", key).update(content).digest();
  return {
    sign: (content) => digest(content).toString("hex"),
    isSigned: (content, signature) => {
      const given = Buffer.from(signature, "hex");
      const expected = digest(content);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
