import { createHash } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";

/** What a signed link can open; each has a key of its own, so that one is never good for another. */
type Purpose = "tracking" | "document";

/** Links that work in a new tab without a header, for a while, for one thing. */
export interface Links {
  sign(purpose: Purpose, claims: Readonly<Record<string, number>>, seconds: number): string;
  /** What the link was signed for; nothing when it was altered, is another's or has expired. */
  open(purpose: Purpose, token: string): Readonly<Record<string, number>> | undefined;
}

export const makeLinks = (secret: string): Links => {
  const keyFor = (purpose: Purpose) => createHash("sha256").update(`link ${purpose}\n${secret}`).digest();
  return {
    sign: (purpose, claims, seconds) =>
      createSigner({ key: keyFor(purpose), algorithm: "HS256", expiresIn: seconds * 1000 })({ ...claims }),
    open: (purpose, token) => {
      try {
        return createVerifier({ key: keyFor(purpose), algorithms: ["HS256"] })(token);
      } catch {
        return undefined;
      }
    },
  };
};
