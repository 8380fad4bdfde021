import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import { createVerifier } from "fast-jwt";
import type { Settings } from "../../../env.ts";
import { acceptedByAny, keyFor, type Secrets } from "./secrets.ts";

const PURPOSES = [
  "tracking",
  "document",
  "bundle",
  "unsubscribe",
  "dashboard",
  "decision",
  "report",
  "report-file",
  "company-export",
] as const;
/** What a signed link is for. Each purpose has its own key, so that a link is never valid for another one. */
type Purpose = (typeof PURPOSES)[number];
type Claims = Readonly<Record<string, number | string>>;

/** Links that work in a new tab, without an authorization header, for a limited time and one target. */
export interface SignedLinks {
  sign(purpose: Purpose, claims: Claims, seconds: number): string;
  /** The signed target; undefined if the link was altered, was signed for another purpose or has expired. */
  verify(purpose: Purpose, token: string): Claims | undefined;
}

export const makeSignedLinks = (...secrets: Secrets): SignedLinks => {
  // Created once, because a page of a list signs a link for each of its rows.
  const keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, makeKeys(purpose, secrets)]));
  const keysFor = (purpose: Purpose) => keys[purpose] as ReturnType<typeof makeKeys>;
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

/**
 * The last character of a base64url part has unused bits, so several encodings mean the same: only ours is accepted.
 */
const isCanonical = (token: string): boolean =>
  token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

const makeKeys = (purpose: Purpose, secrets: Secrets) => {
  const keyOf = (secret: string) => keyFor(`link ${purpose}`, secret);
  return {
    sign: signer(createSecretKey(keyOf(secrets[0]))),
    verify: acceptedByAny(
      secrets.map(
        (secret) =>
          createVerifier({ key: keyOf(secret), algorithms: ["HS256"] }) as (token: string) => Claims,
      ),
    ),
  };
};

const base64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = base64Json({ alg: "HS256", typ: "JWT" });

/**
 * Signs without the library, which takes as long again to validate the claims: a page of a list has a link in each row.
 */
const signer =
  (key: KeyObject) =>
  (claims: Claims): string => {
    const signed = `${HEADER}.${base64Json(claims)}`;
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  };

/** The base address of links: the configured public address, otherwise the address of the request. */
export const linkBaseUrl = ({ publicUrl }: Pick<Settings, "publicUrl">, { protocol, host }: URL): string =>
  publicUrl ?? `${protocol}//${isApiHost(host) ? pageHostOf(host) : host}`;
