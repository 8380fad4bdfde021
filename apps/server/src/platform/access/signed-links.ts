import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import { createVerifier } from "fast-jwt";
import type { Settings } from "../../env.ts";

const PURPOSES = ["tracking", "document", "bundle"] as const;
/** The targets of signed links; each has its own key, so that a link is never valid for another. */
type Purpose = (typeof PURPOSES)[number];
type Claims = Readonly<Record<string, number | string>>;

/** Links that work in a new tab without a header, for a limited time, for one target. */
export interface SignedLinks {
  sign(purpose: Purpose, claims: Claims, seconds: number): string;
  /** The signed target; null when the link was altered, belongs to another target or has expired. */
  verify(purpose: Purpose, token: string): Claims | undefined;
}

export const makeSignedLinks = (secret: string): SignedLinks => {
  const keyFor = (purpose: Purpose) => createHash("sha256").update(`link ${purpose}\n${secret}`).digest();
  // Created once: a page of a list signs a link for each of its rows.
  const keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, makeKey(keyFor(purpose))]));
  const keysFor = (purpose: Purpose) => keys[purpose] as ReturnType<typeof makeKey>;
  return {
    sign: (purpose, claims, seconds) => {
      const now = Math.floor(Date.now() / 1000);
      return keysFor(purpose).sign({ ...claims, iat: now, exp: now + seconds });
    },
    verify: (purpose, token) => {
      try {
        return isCanonical(token) ? keysFor(purpose).verify(token) : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

/** The last character of a part has unused bits: of the equivalent encodings, only ours is valid. */
const isCanonical = (token: string): boolean =>
  token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

const makeKey = (key: Buffer) => ({
  sign: signer(createSecretKey(key)),
  verify: createVerifier({ key, algorithms: ["HS256"] }) as (token: string) => Claims,
});

const base64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = base64Json({ alg: "HS256", typ: "JWT" });

/** Without the library, which validates claims for as long as it signs them, and a page has a link in each of its rows. */
const signer =
  (key: KeyObject) =>
  (claims: Claims): string => {
    const signed = `${HEADER}.${base64Json(claims)}`;
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  };

/** The base address of links: the configured address, otherwise the address of the request, on the page's own host. */
export const linkBaseUrl = ({ publicUrl }: Pick<Settings, "publicUrl">, { protocol, host }: URL): string =>
  publicUrl ?? `${protocol}//${isApiHost(host) ? pageHostOf(host) : host}`;
