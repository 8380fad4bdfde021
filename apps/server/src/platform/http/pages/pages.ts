import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { apiBaseOf } from "@mcc/contract/kit/host.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

const WEB_DIST = join(import.meta.dirname, "../../../../../web/dist");
const PLAIN_CSS = join(import.meta.dirname, "plain.css");
const NONCE = "__CSP_NONCE__";
const HOST = /^[a-z0-9.-]+(:\d+)?$/i;
const A_YEAR = 365 * 24 * 60 * 60;

/** The response of a call is not a page: opened as one, it may do nothing. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

const FRAMES = "frame-src 'self' blob:";
const FORMS = "form-action 'self'";
const CALLS = "connect-src 'self'";

/**
 * The origins of the dashboards that companies have elsewhere; their tokens are sent to them as forms, and the page asks
 * whether they can be reached.
 */
const withFrames = (policy: string, origins: readonly string[]): string =>
  [FRAMES, FORMS, CALLS].reduce((text, rule) => text.replace(rule, [rule, ...origins].join(" ")), policy);

/** Pages that our own pages may embed. */
const isFramed = ({ url }: FastifyRequest): boolean => url.startsWith(DASHBOARD_PATH);

/** The content security policy of pages. */
const contentSecurityPolicy = (
  request: FastifyRequest,
  nonce: string,
  alsoFrom: readonly string[],
): string => {
  // A host that is none must not write the policy.
  const host = HOST.test(request.host) ? request.host : "";
  const api = apiBaseOf({ protocol: `${request.protocol}:`, host });
  const outside = [...new Set([...alsoFrom, ...(api.startsWith("http") ? [api] : [])])].join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${outside}`,
    "style-src-attr 'unsafe-inline'", // positions and sizes that the component library computes
    `img-src 'self' data: blob: https: ${outside}`, // logos and product pictures are on other hosts
    "font-src 'self'",
    `${CALLS} ${outside}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    FRAMES, // dashboards, and the preview of a document that the page has fetched
    "base-uri 'none'",
    FORMS,
    `frame-ancestors ${isFramed(request) ? "'self'" : "'none'"}`,
  ].join("; ");
};

export const setSecurityHeaders = (
  app: FastifyInstance,
  { https, alsoFrom }: { https: boolean; alsoFrom: readonly string[] },
) => {
  const always = {
    "x-content-type-options": "nosniff",
    ...(https ? { "strict-transport-security": `max-age=${A_YEAR}; includeSubDomains` } : {}),
  };
  // A response may contain a token or user data: no proxy may cache it.
  const onCalls = { ...always, "content-security-policy": NO_PAGE_POLICY, "cache-control": "no-store" };
  const onPages = {
    ...always,
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
  };
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) return void reply.headers(onCalls);
    const nonce = randomBytes(16).toString("base64");
    request.styleNonce = nonce;
    reply.headers({
      ...onPages,
      "x-frame-options": isFramed(request) ? "SAMEORIGIN" : "DENY",
      "content-security-policy": contentSecurityPolicy(request, nonce, alsoFrom),
    });
  });
};

declare module "fastify" {
  interface FastifyRequest {
    /** For pages only. */
    styleNonce?: string;
  }
}

/** What is not there is said to programs in their own way, not with a page. */
const NO_PAGES = /^\/(?:api|assets|scim)\//;

/** The built web app: hashed files are cached forever, the page itself never, and it is served for every page path. */
export const serveWebApp = (
  app: FastifyInstance,
  /** The origins whose pages a page of this host may embed. */
  frameOrigins: (host: string) => Promise<readonly string[]>,
): void => {
  const plain = readFileSync(PLAIN_CSS, "utf8");
  app.get("/plain.css", async (_request, reply) => reply.type("text/css").send(plain));
  if (!existsSync(join(WEB_DIST, "index.html"))) {
    throw new Error("The web pages are not built: run npm start from the project's root.");
  }
  const index = readFileSync(join(WEB_DIST, "index.html"), "utf8");
  app.register(fastifyStatic, {
    root: WEB_DIST,
    wildcard: false,
    globIgnore: ["**/*.{br,gz}"], // sent in place of the file they were made from, without a path of their own
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const forever = path.includes("/assets/");
      response.header(
        "cache-control",
        forever ? `public, max-age=${A_YEAR}, immutable` : "public, max-age=3600",
      );
    },
  });
  app.get("/*", async (request, reply) => {
    if (NO_PAGES.test(request.url)) return reply.callNotFound();
    const policy = String(reply.getHeader("content-security-policy"));
    reply.headers({
      "cache-control": "no-store",
      "content-security-policy": withFrames(policy, await frameOrigins(request.host)),
    });
    return reply.type("text/html; charset=utf-8").send(index.replaceAll(NONCE, request.styleNonce ?? ""));
  });
};
