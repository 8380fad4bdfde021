/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ASSISTANT_KIND_NAMES } from "@mcc/contract/assistants/assistants.schema.ts";
import { html, page } from "../../platform/html.ts";
import type { Services } from "../../platform/services.ts";
import { endOauthGrant } from "./assistants.service.ts";
import * as items from "./oauth-items.queries.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The names of the cookies of a browser while it asks for access, the latest time that it does; nobody stays signed in by them. */
export interface CookieNames {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const ACCESS_SECONDS = HOUR;
/** A refresh token ends with the access that was given, however long that is. */
const REFRESH_SECONDS = 90 * 24 * HOUR;
/** Time to sign in and to decide. */
const REQUEST_SECONDS = 30 * MINUTE;
/** As many hosts as one process has a server for. */
const MOST_ORIGINS = 100;
/** Text that PostgreSQL does not store. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

export const AUTHORIZE = "/oauth/authorize";
/** The page of the portal that asks the person. */
const CONNECT = "/assistants/connect";

export const resourceOf = (origin: string): string => `${origin}/mcp`;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Codes go over the network only encrypted. */
const isReadOnTheWay = (redirect: string): boolean => {
  const { protocol, hostname } = new URL(redirect);
  return protocol === "http:" && !LOOPBACK.includes(hostname);
};

interface Errors {
  readonly InvalidClientMetadata: new (text: string) => Error;
  readonly InvalidRequest: new (text: string) => Error;
  readonly InvalidGrant: new (text: string) => Error;
  readonly InvalidTarget: new () => Error;
}

const makeStore = (services: Services, { InvalidRequest, InvalidGrant, InvalidClientMetadata }: Errors) => {
  const db = services.database.platform;
  return class {
    readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    async upsert(id: string, payload: items.Payload, seconds: number | undefined) {
      if (UNSTORABLE.test(JSON.stringify(payload)))
        throw new InvalidRequest("the request has characters that cannot be stored");
      if (this.kind === "Client" && (payload.redirect_uris as string[]).some(isReadOnTheWay))
        throw new InvalidClientMetadata("redirect_uris must be https or of this device");
      await items.saveItem(db, this.kind, id, { payload, seconds });
    }
    async find(id: string) {
      const found = await items.findItem(db, this.kind, id);
      if (!found) return undefined;
      const { payload, consumed } = found;
      if (this.kind === "Client") return payload;
      return { ...payload, jti: id, ...(consumed === null ? {} : { consumed }) };
    }
    async findByUid() {}
    async consume(id: string) {
      if (!(await items.consumeItem(db, this.kind, id))) throw new InvalidGrant("used already");
    }
    async destroy(id: string) {
      await items.deleteItem(db, this.kind, id);
      if (this.kind === "Grant") await endOauthGrant(services, id);
    }
    async revokeByGrantId(grantId: string) {
      await items.deleteItemsOfGrant(db, this.kind, grantId);
    }
  };
};

interface Context {
  type: string;
  body: string;
  status: number;
  readonly path: string;
  readonly state: { refused?: Record<string, string> };
  readonly response: { get(name: string): string | undefined };
  set(name: string, value: string[]): void;
  remove(name: string): void;
  readonly oidc: { readonly result?: { readonly consent?: unknown } };
}

const renderError = (context: Context, { error, error_description = "" }: Record<string, string>): void => {
  context.type = "html";
  context.body = page(
    "Connect an assistant",
    html`<h1>The assistant could not be connected</h1><p>Its request is not valid or has expired. Please start again in the assistant.</p><p><small>${error ?? ""}: ${error_description}</small></p>`,
  );
};

/** Before the person has answered, a browser is led to the page that asks them, and to no address that a client names. */
const staysHere = async (context: Context, next: () => Promise<void>): Promise<void> => {
  await next();
  if (context.path !== AUTHORIZE || context.response.get("location")?.startsWith(`${CONNECT}?`)) return;
  context.remove("location");
  if (context.status < 400) context.status = 400;
  renderError(context, context.state.refused ?? { error: "invalid_request" });
};

/** Names of cookies that are of one host only are for all its paths; the package sets some for one path. */
const setsForAllPaths = async (context: Context, next: () => Promise<void>): Promise<void> => {
  await next();
  const cookies = [context.response.get("set-cookie") ?? []].flat();
  if (cookies.length === 0) return;
  context.set(
    "set-cookie",
    cookies.map((cookie) => cookie.replace(/; path=[^;]*/i, "; path=/")),
  );
};

/** Nothing is signed with it: access tokens are random, and there are no others. */
const unusedKey = () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256", kid: "unused" };
};

/** OAuth 2.1 for one host: codes with PKCE for public clients, which register themselves; people are asked each time. */
const makeServer = async (services: Services, origin: string, names: CookieNames): Promise<Handle> => {
  const { default: Provider, interactionPolicy, errors } = await import("oidc-provider");
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.clear();
  policy.add(new Prompt({ name: "login", requestable: true }));
  policy.add(
    new Prompt(
      { name: "consent", requestable: true },
      new Check(
        "asked",
        "the user is asked each time",
        ({ oidc }: Context) => oidc.result?.consent === undefined,
      ),
    ),
  );
  const resource = resourceOf(origin);
  const off = { enabled: false };
  const provider = new Provider(origin, {
    adapter: makeStore(services, errors),
    jwks: { keys: [unusedKey()] },
    cookies: {
      names,
      keys: [services.auditSigner.sign("cookies of assistants")],
      long: { httpOnly: true, sameSite: "lax" },
      short: { httpOnly: true, sameSite: "lax" },
    },
    routes: {
      authorization: AUTHORIZE,
      token: "/oauth/token",
      registration: "/oauth/register",
      revocation: "/oauth/revoke",
      jwks: "/oauth/keys",
    },
    scopes: [...ASSISTANT_KIND_NAMES, "offline_access"],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
      application_type: "native",
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // Registered clients name addresses; none of them is ever fetched.
    fetch: async () => {
      throw new Error("not fetched");
    },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: { enabled: true, allowedPolicy: allowsRevocation },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_: unknown, asked: string) => {
          if (asked.replace(/\/$/, "") !== resource) throw new errors.InvalidTarget();
          return { scope: ASSISTANT_KIND_NAMES.join(" "), audience: resource, accessTokenFormat: "opaque" };
        },
      },
    },
    interactions: {
      policy,
      url: async (_: unknown, { uid }: { uid: string }) => `${CONNECT}?request=${uid}`,
    },
    findAccount: async (_: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    issueRefreshToken: async (_: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    rotateRefreshToken: () => true,
    clientBasedCORS: () => false,
    renderError,
    ttl: {
      AccessToken: ACCESS_SECONDS,
      AuthorizationCode: MINUTE,
      Grant: REFRESH_SECONDS,
      IdToken: MINUTE,
      Interaction: REQUEST_SECONDS,
      RefreshToken: REFRESH_SECONDS,
      Session: MINUTE,
    },
  });
  // The mount sets these headers itself, from what the trusted proxies say.
  provider.proxy = true;
  provider.use(setsForAllPaths);
  provider.use(staysHere);
  provider.on("authorization.error", ({ state }: Context, refused: Record<string, string>) => {
    state.refused = refused;
  });
  provider.on("server_error", (_: unknown, error: Error) =>
    services.log.error({ err: error }, "authorization server"),
  );
  return provider.callback();
};

const allowsRevocation = async (
  _: unknown,
  client: { readonly clientId: string },
  token: { readonly clientId: string },
): Promise<boolean> => client.clientId === token.clientId;

/** The authorization server of a host, made when it is first needed: the package takes a while to load. */
export const makeAuthorizationServers = (services: Services, cookiesAt: (origin: string) => CookieNames) => {
  const made = new Map<string, Promise<Handle>>();
  return (origin: string): Promise<Handle> => {
    const known = made.get(origin);
    if (known) return known;
    if (made.size >= MOST_ORIGINS) made.clear();
    const server = makeServer(services, origin, cookiesAt(origin));
    made.set(origin, server);
    server.catch(() => made.delete(origin));
    return server;
  };
};
