import { createHash, randomBytes } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";

/** How long one sign-in lasts. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
const ISSUER = "management-control-center";

/** Portal tokens: one algorithm, our issuer, an expiry, and the id of a session that the server can end. */
export interface Tokens {
  sign(sessionId: string, userId: number): string;
  /** The session a token stands for; nothing when the token is not one of ours or has expired. */
  sessionOf(token: string): string | undefined;
}

export const makeTokens = (secret: string): Tokens => {
  const key = createHash("sha256").update(`portal tokens\n${secret}`).digest();
  const signer = createSigner({ key, algorithm: "HS256", iss: ISSUER, expiresIn: SESSION_SECONDS * 1000 });
  const verifier = createVerifier({ key, algorithms: ["HS256"], allowedIss: ISSUER, cache: 1000 });
  return {
    sign: (sessionId, userId) => signer({ sid: sessionId, sub: String(userId) }),
    sessionOf: (token) => {
      try {
        const { sid } = verifier(token) as { sid?: unknown };
        return typeof sid === "string" && UUID.test(sid) ? sid : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A secret to hand out once; only its hash is kept. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
