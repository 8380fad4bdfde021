import { createHash, randomBytes } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";
import { makeRecentCache } from "./recent-cache.ts";
import { acceptedByAny, keyFor, type Secrets } from "./secrets/secrets.ts";

/** How long a session lasts. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
const ISSUER = "management-control-center";
const PURPOSE = "portal tokens";
const MAX_CACHED_TOKENS = 2_000;

interface Claims {
  readonly sid?: unknown;
  readonly sub?: unknown;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** Portal tokens: one algorithm, our issuer, an expiry, and the id of a session that the server can end. */
export interface Tokens {
  sign(sessionId: string, userId: number): string;
  /** The session of a token; undefined if the token is not one of ours or has expired. */
  sessionOf(token: string): string | undefined;
  /** The id of the user a token was signed for. */
  userOf(token: string): string | undefined;
}

export const makeTokens = (...secrets: Secrets): Tokens => {
  const key = keyFor(PURPOSE, secrets[0]);
  const signer = createSigner({ key, algorithm: "HS256", iss: ISSUER, expiresIn: SESSION_SECONDS * 1000 });
  const verify = acceptedByAny(
    secrets.map((secret) =>
      createVerifier({ key: keyFor(PURPOSE, secret), algorithms: ["HS256"], allowedIss: ISSUER }),
    ),
  );
  // Verifying a token takes longer than resuming a session, so the result is cached until the token expires.
  const claimsCache = makeRecentCache<string, Claims>(MAX_CACHED_TOKENS);
  const claimsOf = (token: string): Claims => {
    const known = claimsCache.get(token);
    if (known && known.exp * 1000 > Date.now()) return known;
    const claims = verify(token) as Claims;
    claimsCache.set(token, claims);
    return claims;
  };
  return {
    sign: (sessionId, userId) => signer({ sid: sessionId, sub: String(userId) }),
    sessionOf: (token) => {
      try {
        const { sid } = claimsOf(token);
        return typeof sid === "string" && isSessionId(sid) ? sid : undefined;
      } catch {
        return undefined;
      }
    },
    userOf: (token) => {
      try {
        const { sub } = claimsOf(token);
        return typeof sub === "string" ? sub : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

/** The token of an Authorization header; empty if there is none. */
export const tokenOf = (authorization = ""): string => {
  const [scheme, token, ...rest] = authorization.split(" ");
  return scheme === "JWT" && token && rest.length === 0 ? token : "";
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isSessionId = (text: string): boolean => UUID.test(text);

/** A secret that is shown once; only its hash is stored. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
