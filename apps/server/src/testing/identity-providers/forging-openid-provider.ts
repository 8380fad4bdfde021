import { createHmac } from "node:crypto";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { serve } from "./serve.ts";

type Claims = Record<string, unknown>;

/** What a provider answers; each hostile answer changes a part of it. */
export interface Forgery {
  /** The claims of the ID token. */
  claims?: (claims: Claims) => Claims;
  /** How it is signed. */
  token?: (claims: Claims, tools: TokenTools) => Promise<string> | string;
  /** The address that leads back to the portal. */
  answer?: (url: URL) => void;
  /** The body of the token endpoint. */
  tokens?: (body: Claims) => { status?: number; body: unknown };
  userInfo?: (claims: Claims) => Claims;
  discovery?: (metadata: Claims) => Claims;
}

export interface TokenTools {
  readonly sign: (claims: Claims, header?: Claims) => Promise<string>;
  readonly signWithOther: (claims: Claims, header?: Claims) => Promise<string>;
  readonly otherJwk: Claims;
  readonly publicPem: string;
  readonly secret: string;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
export const unsigned = (claims: Claims): string => `${part({ alg: "none" })}.${part(claims)}.`;
export const signedBySecret = (claims: Claims, secret: string): string => {
  const content = `${part({ alg: "HS256", kid: "key" })}.${part(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
};

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<URLSearchParams> => {
  const parts: Buffer[] = [];
  for await (const one of request) parts.push(one);
  return new URLSearchParams(Buffer.concat(parts).toString());
};

/** A provider of OpenID Connect in the hands of an attacker, or of somebody on the way. */
export const startForgingProvider = async (person: Claims) => {
  const [own, other] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("RS256", { extractable: true }),
  ]);
  const signer =
    (key: CryptoKey) =>
    (claims: Claims, header: Claims = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "key", ...header }).sign(key);
  const tools: TokenTools = {
    sign: signer(own.privateKey),
    signWithOther: signer(other.privateKey),
    otherJwk: { ...(await exportJWK(other.publicKey)) },
    publicPem: await exportSPKI(own.publicKey),
    secret: "a secret of the client",
  };
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: "key", use: "sig", alg: "RS256" }];
  const nonces = new Map<string, string>();
  const state: { forgery: Forgery } = { forgery: {} };
  let codes = 0;
  const { url, stop } = await serve(async (request, response) => {
    const at = new URL(request.url ?? "/", url);
    const { forgery } = state;
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (at.pathname === "/.well-known/openid-configuration") {
      const metadata = {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      };
      return json(forgery.discovery?.(metadata) ?? metadata);
    }
    if (at.pathname === "/keys") return json({ keys });
    if (at.pathname === "/userinfo") return json(forgery.userInfo?.(person) ?? person);
    if (at.pathname === "/authorize") {
      const code = `code-${++codes}`;
      nonces.set(code, at.searchParams.get("nonce") ?? "");
      const back = new URL(at.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", at.searchParams.get("state") ?? "");
      back.searchParams.set("iss", url);
      forgery.answer?.(back);
      return response.writeHead(303, { location: back.href }).end();
    }
    const form = await bodyOf(request);
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      ...person,
      iss: url,
      aud: "portal",
      iat: now,
      exp: now + 600,
      nonce: nonces.get(form.get("code") ?? ""),
    };
    const claims = forgery.claims?.(usual) ?? usual;
    const id_token = await (forgery.token?.(claims, tools) ?? tools.sign(claims));
    const body = { access_token: "access", token_type: "Bearer", expires_in: 600, id_token };
    const given = forgery.tokens?.(body) ?? { body };
    return json(given.body, given.status);
  });
  return {
    url,
    stop,
    forge: (forgery: Forgery) => {
      state.forgery = forgery;
    },
  };
};
