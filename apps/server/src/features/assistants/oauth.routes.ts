import { ASSISTANT_KIND_NAMES } from "@mcc/contract/assistants/assistants.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { isApiHost } from "@mcc/contract/kit/host.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bodyLimits, openCalls, registrations } from "../../platform/http/limits/limits.ts";
import { makeRateWindow } from "../../platform/http/limits/rate-window.ts";
import { cookieNameFor } from "../../platform/http/pages/cookies.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import { isProven } from "./assistants.service.ts";
import { AUTHORIZE, type CookieNames, makeAuthorizationServers, resourceOf } from "./authorization-server.ts";

const REGISTER = "/oauth/register";
/** As they are written here: the authorization server would take other spellings for the same. */
const KNOWN =
  /^\/(?:oauth\/(?:authorize(?:\/[\w-]+)?|token|register|revoke|keys)|\.well-known\/oauth-authorization-server)$/;

const urlOf = ({ raw }: FastifyRequest): URL => new URL(raw.url ?? "/", "http://portal");

export const originOf = ({ protocol, host }: Pick<FastifyRequest, "protocol" | "host">): string =>
  `${protocol}://${host.toLowerCase()}`;

/** A small body of a known size: it is read by the authorization server. */
const mustBeSmall = ({ headers }: FastifyRequest): void => {
  if (headers["transfer-encoding"] !== undefined) fail("input.unreadable");
  if (Number(headers["content-length"] ?? 0) > bodyLimits.open.bytes) fail("input.too_large");
};

const cookiesIn = (header = ""): (readonly [name: string, value: string, pair: string])[] =>
  header.split(";").map((pair) => {
    const [name = "", value = ""] = pair.trim().split("=");
    return [name, value, pair] as const;
  });

const cookiesAt = (origin: string): CookieNames => ({
  session: cookieNameFor(origin, "mcc-oauth-session"),
  interaction: cookieNameFor(origin, "mcc-oauth-request"),
  resume: cookieNameFor(origin, "mcc-oauth-resume"),
});

/** Nobody is known by an earlier request: each one is answered by the person who is signed in to the portal. */
const withoutSession = ({ session }: CookieNames, header: string | undefined): string =>
  cookiesIn(header)
    .filter(([name]) => !name.startsWith(session))
    .map(([, , pair]) => pair)
    .join(";");

/** Whether this browser has asked for this, and for nothing else. */
const hasAsked = ({ resume }: CookieNames, header: string | undefined, asked: string): boolean => {
  const own = cookiesIn(header).filter(([name]) => name === resume);
  return own.length === 1 && own[0]?.[1] === asked;
};

/** Without scopes, an assistant asks for everything that can be allowed. */
const withScopes = (url: URL): string => {
  if (!url.searchParams.get("scope")) url.searchParams.set("scope", ASSISTANT_KIND_NAMES.join(" "));
  return url.pathname + url.search;
};

/** The way of an assistant to its access: metadata, registration, the request of access, tokens. */
export const oauthPages = (app: FastifyInstance, services: Services): void => {
  const serverFor = makeAuthorizationServers(services, cookiesAt);
  const countCall = makeRateWindow(openCalls);
  const countRegistration = makeRateWindow(registrations);

  /**
   * What the authorization server gets to see. A browser goes on only with the request that it has made itself and that
   * its own person has answered; without its cookies it is refused with a page.
   */
  const forwarded = async (request: FastifyRequest): Promise<{ url: string; cookie: string }> => {
    const url = urlOf(request);
    if (!KNOWN.test(url.pathname)) fail("not_found");
    const { cookie } = request.headers;
    const names = cookiesAt(originOf(request));
    const kept = withoutSession(names, cookie);
    if (url.pathname === AUTHORIZE) return { url: withScopes(url), cookie: kept };
    if (!url.pathname.startsWith(`${AUTHORIZE}/`)) return { url: url.pathname + url.search, cookie: kept };
    const asked = url.pathname.slice(AUTHORIZE.length + 1);
    const goesOn =
      hasAsked(names, cookie, asked) &&
      (await isProven(services, asked, url.searchParams.get("proof") ?? ""));
    return { url: url.pathname, cookie: goesOn ? kept : "" };
  };

  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isApiHost(request.host)) fail("not_found");
    mustBeSmall(request);
    const { raw } = request;
    const serve = await serverFor(originOf(request));
    const { url, cookie } = await forwarded(request);
    raw.url = url;
    Object.assign(raw.headers, {
      cookie,
      "x-forwarded-proto": request.protocol,
      "x-forwarded-host": request.host,
    });
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const tooSlow = setTimeout(() => raw.complete || raw.destroy(), bodyLimits.open.within);
    try {
      await serve(raw, reply.raw);
    } finally {
      clearTimeout(tooSlow);
    }
  };

  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_request, _payload, done) => done(null));
    inner.addHook("onRequest", async (request, reply) => {
      reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      countCall(networkOf(request.ip));
      if (request.method === "POST" && urlOf(request).pathname === REGISTER)
        countRegistration(networkOf(request.ip));
    });
    inner.all("/oauth/*", pass);
    inner.get("/.well-known/oauth-authorization-server", pass);
    for (const path of ["", "/mcp"])
      inner.get(`/.well-known/oauth-protected-resource${path}`, async (request) => {
        if (isApiHost(request.host)) fail("not_found");
        const origin = originOf(request);
        return {
          resource: resourceOf(origin),
          authorization_servers: [origin],
          scopes_supported: ASSISTANT_KIND_NAMES,
          bearer_methods_supported: ["header"],
          resource_name: "Management Control Center",
        };
      });
  });
};
