import type { Claim } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import * as client from "openid-client";
import type { Services } from "../../../platform/services.ts";
import type { ConnectionRecord } from "../connections.queries.ts";
import type { SsoRequest, TakenRequest } from "../requests.queries.ts";
import { type Identity, identityOf, mustBeFresh } from "./identity.ts";
import { SsoProblem } from "./problems.ts";
import { mustBeProviderUrl, providerFetch } from "./provider-fetch.ts";
import { CLOCK_SECONDS, MOST_AGE_SECONDS, type OurUrls } from "./urls.ts";

type Connection = Pick<
  ConnectionRecord,
  | "issuer"
  | "client_id"
  | "client_secret"
  | "email_claim"
  | "first_name_claim"
  | "last_name_claim"
  | "groups_claim"
>;

/** Claims about the answer, not about the person. */
const PROTOCOL_CLAIMS: ReadonlySet<string> = new Set(
  "iss aud exp iat nbf nonce at_hash c_hash s_hash auth_time azp sid acr amr jti".split(" "),
);

const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => (Array.isArray(one) ? [] : textsOf(one)));
  return ["string", "number", "boolean"].includes(typeof value) ? [String(value)] : [];
};

const toClaims = (claims: Readonly<Record<string, unknown>>): Claim[] =>
  Object.entries(claims)
    .filter(([name]) => !PROTOCOL_CLAIMS.has(name))
    .map(([name, value]) => ({ name, values: textsOf(value) }));

type Said = Readonly<Record<string, unknown>>;

/** Entra says by `xms_edov` what others say by `email_verified`; undefined where neither is said. */
const saysVerified = ({ email_verified, xms_edov }: Said): boolean | undefined => {
  if (email_verified !== undefined) return [true, "true"].includes(email_verified as never);
  return xms_edov === undefined ? undefined : [true, "true", 1, "1"].includes(xms_edov as never);
};

/**
 * Whether the ID token or the user information says of this very address that it is verified, and neither the contrary:
 * what one of them says of its own `email` says nothing of another address, nor of one in a claim of another name.
 */
const isVerifiedAddress = (address: string | null, all: readonly Said[]): boolean => {
  const isIt = ({ email }: Said) => typeof email === "string" && email.trim() === address;
  const isNone = ({ email }: Said) => email === undefined;
  const isDenied = all.some((said) => (isIt(said) || isNone(said)) && saysVerified(said) === false);
  return !isDenied && all.some((said) => (isIt(said) || all.every(isNone)) && saysVerified(said) === true);
};

/** Read for every sign-in: keys and addresses of a provider may change at any time. */
const discover = async (services: Services, { issuer, client_id, client_secret }: Connection) => {
  const url = await mustBeProviderUrl(services, issuer ?? "");
  const secret = client_secret ? services.textCipher.decrypt(client_secret) : undefined;
  const fetching = providerFetch(services) as client.CustomFetch;
  const found = await client.discovery(url, client_id ?? "", undefined, client.None(), {
    execute: url.protocol === "http:" ? [client.allowInsecureRequests] : [],
    [client.customFetch]: fetching,
  });
  const server = found.serverMetadata();
  // The library lets those of Microsoft call themselves otherwise: then every tenant could sign in.
  if (URL.parse(server.issuer)?.href !== url.href)
    throw new SsoProblem("misconfigured", `the issuer is called ${server.issuer}, not ${url.href}`);
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication = methods.includes("client_secret_basic")
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);
  const config = new client.Configuration(
    server,
    client_id ?? "",
    { [client.clockTolerance]: CLOCK_SECONDS },
    secret ? authentication : client.None(),
  );
  config[client.customFetch] = fetching;
  if (url.protocol === "http:") client.allowInsecureRequests(config);
  // The signature of the ID token counts, not the connection it arrived by.
  client.enableNonRepudiationChecks(config);
  return config;
};

/** What a library says is for the log; a provider that does not answer is told apart. */
const asProblem = (error: unknown): SsoProblem => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof SsoProblem) return at;
  if (error instanceof client.AuthorizationResponseError)
    return new SsoProblem("refused_there", [error.error, error.error_description].filter(Boolean).join(": "));
  const cause = (error as Error).cause;
  const more = cause instanceof Error ? `: ${cause.message}` : "";
  return new SsoProblem("invalid_answer", `${(error as Error).message}${more}`);
};

export const oidcStartUrl = async (
  services: Services,
  connection: Connection,
  { redirect_url }: OurUrls,
  request: SsoRequest,
  { state, loginHint }: { state: string; loginHint: string | undefined },
): Promise<string> => {
  const config = await discover(services, connection).catch((error) => {
    const problem = asProblem(error);
    throw problem.code === "invalid_answer" ? new SsoProblem("misconfigured", problem.why) : problem;
  });
  const { scopes_supported = [], authorization_endpoint = "" } = config.serverMetadata();
  await mustBeProviderUrl(services, authorization_endpoint);
  const scopes = ["openid", "email", "profile", ...(scopes_supported.includes("groups") ? ["groups"] : [])];
  return client.buildAuthorizationUrl(config, {
    redirect_uri: redirect_url,
    scope: scopes.join(" "),
    state,
    nonce: request.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(request.code_verifier),
    code_challenge_method: "S256",
    ...(loginHint ? { login_hint: loginHint } : {}),
    // With an age, the answer tells when they signed in there.
    ...(request.is_forced ? { prompt: "login", max_age: "0" } : { max_age: String(MOST_AGE_SECONDS) }),
  }).href;
};

/** Checks the answer of a provider: state, issuer, code, ID token with its signature, audience, nonce and time. */
export const oidcIdentity = async (
  services: Services,
  connection: Connection,
  { redirect_url, signed_out_url }: OurUrls,
  request: TakenRequest,
  { state, search }: { state: string; search: string },
): Promise<Identity> => {
  try {
    const config = await discover(services, connection);
    const answer = new URL(redirect_url);
    answer.search = search;
    const tokens = await client.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: request.code_verifier,
      expectedNonce: request.nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (token && token.iss !== config.serverMetadata().issuer)
      throw new SsoProblem("invalid_answer", `the token is of the issuer ${token.iss}`);
    if (!token?.sub) throw new SsoProblem("no_name", "the ID token has no subject");
    const signedInAt = token.auth_time ?? null;
    if (signedInAt !== null && signedInAt > Date.now() / 1000 + CLOCK_SECONDS)
      throw new SsoProblem("invalid_answer", "auth_time is in the future");
    mustBeFresh(request, signedInAt);
    const { userinfo_endpoint, end_session_endpoint } = config.serverMetadata();
    const info = userinfo_endpoint ? await client.fetchUserInfo(config, tokens.access_token, token.sub) : {};
    const identity = identityOf(connection, {
      issuer: token.iss,
      subject: token.sub,
      isEmailVerified: false,
      signedInAt,
      claims: toClaims({ ...info, ...token }),
      signOutUrl: end_session_endpoint
        ? client.buildEndSessionUrl(config, {
            id_token_hint: tokens.id_token ?? "",
            post_logout_redirect_uri: signed_out_url,
          }).href
        : null,
    });
    return { ...identity, isEmailVerified: isVerifiedAddress(identity.email, [token, info]) };
  } catch (error) {
    throw asProblem(error);
  }
};
