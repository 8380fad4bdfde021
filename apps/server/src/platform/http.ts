import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { refusal, refuseBytes } from "./broken-requests.ts";
import { isUnavailable } from "./database.ts";
import { html, page } from "./html.ts";
import { parseJson } from "./json.ts";
import type { Log } from "./log.ts";
import { StorageUnavailable } from "./storage.ts";

const BODY_LIMIT = 1024 * 1024;
const HEADERS_WITHIN = 10_000;
const REQUEST_WITHIN = 120_000;
/** An upload that is worked on while it arrives may take this long in all; a silent one is cut like any other. */
const UPLOAD_WITHIN = 60 * 60_000;
const IDLE_WITHIN = 60_000;
/** Requests under way at once, in all; beyond it callers are asked to come back. */
const MOST_AT_ONCE = 400;
const RETRY_SECONDS = 1;

/** Paths that mean the same on every host; all others of an API host live under /api. */
const SHARED_PATHS = /^\/(?:api|healthz|readyz|openapi\.json|docs)(?:[/?]|$)/;

export const makeHttp = (log: Log, trustedProxies: string | undefined): FastifyInstance => {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxies ?? false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_WITHIN,
    connectionTimeout: IDLE_WITHIN,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: HEADERS_WITHIN },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    rewriteUrl: ({ url = "/", headers }) =>
      isApiHost(headers.host) && !SHARED_PATHS.test(url) ? `/api${url}` : url,
    frameworkErrors: (error, request, reply) => refuseUnread(request, reply, error as FastifyError),
    clientErrorHandler: refuseBytes,
    forceCloseConnections: "idle",
  }) as unknown as FastifyInstance;
  readJson(app);
  boundConcurrency(app);
  refuseEncoded(app);
  cutSlowBodies(app);
  logRequests(app);
  letPagesCall(app);
  answerErrors(app);
  return app;
};

/** A call without a body may say that it would have been JSON. */
const readJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: FastifyRequest, body: string) => (body === "" ? undefined : parseJson(body)),
  );
};

/** Nothing here unpacks a body, and its bytes as they come would be told as anything but what is wrong. */
const refuseEncoded = (app: FastifyInstance): void => {
  app.addHook("onRequest", async ({ headers }) => {
    const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
    if (encoding !== "identity") fail("input.encoded");
  });
};

const boundConcurrency = (app: FastifyInstance): void => {
  let underWay = 0;
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (underWay >= MOST_AT_ONCE && request.url.startsWith("/api")) {
      throw new AppError("unavailable", { retryAfter: RETRY_SECONDS });
    }
    // Streams are many and idle: they have a limit of their own.
    if (request.routeOptions.config.isStream) return;
    underWay++;
    reply.raw.once("close", () => underWay--);
  });
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is worked on while it arrives, however long that takes. */
    isUpload?: boolean;
    /** The answer has no end of its own. */
    isStream?: boolean;
  }
}

/** Node knows one limit for all requests; this is the shorter one, for every body but an upload. */
const cutSlowBodies = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    const hasBody = length !== undefined || encoding !== undefined;
    if (!hasBody || request.routeOptions.config.isUpload) return;
    const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), REQUEST_WITHIN);
    reply.raw.once("close", () => clearTimeout(timer));
  });
};

const logRequests = (app: FastifyInstance): void => {
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    // Without its query, which may hold what people typed.
    const path = request.url.split("?")[0];
    const facts = { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(facts, "request");
  });
};

/** A page on manager.… may call its own manager-api.… and nobody else's. */
const letPagesCall = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, host } = request.headers;
    if (!origin || !host || !isApiHost(host)) return;
    reply.header("vary", "Origin");
    // A proxy that ends TLS leaves us on http while the page is on https.
    const page = pageHostOf(host);
    if (origin !== `https://${page}` && origin !== `${request.protocol}://${page}`) return;
    reply.header("access-control-allow-origin", origin);
    reply.header("access-control-expose-headers", "x-request-id, retry-after, content-disposition");
    if (request.method === "OPTIONS") {
      reply.header("access-control-allow-headers", "authorization, content-type");
      reply.header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
      reply.header("access-control-max-age", "600");
      return reply.code(204).send();
    }
  });
};

/** Known failures keep their own words; anything else is logged whole and told in one neutral sentence. */
const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    refuse(request, reply, asAppError(error, request)),
  );
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new AppError("not_found")));
};

const asAppError = (error: FastifyError, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    request.log.warn({ err: error }, "database unavailable");
    return new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  }
  if (error instanceof StorageUnavailable) {
    request.log.warn({ err: error }, "storage unavailable");
    return new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  }
  const { statusCode = 500, code } = error;
  // What is no text to PostgreSQL was none to begin with.
  if (code === "22021") return new AppError("input.unreadable");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new AppError("input.media_type");
  if (statusCode === 413) return new AppError("input.too_large");
  if (statusCode < 500) return new AppError("input.unreadable");
  request.log.error({ err: error }, "unexpected");
  return new AppError("unexpected");
};

/** A request so broken that no hook has seen it: a program gets our usual answer, a person a page. */
const refuseUnread = (request: FastifyRequest, reply: FastifyReply, error: FastifyError): void => {
  reply.headers({
    "x-request-id": request.id,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'self'",
  });
  if (request.raw.url?.startsWith("/api/") || isApiHost(request.headers.host)) {
    refuse(request, reply, asAppError(error, request));
    return;
  }
  const words = html`<h1>Page Not Found (404)</h1><p>Unfortunately the page you were looking for does not exist.</p><p><a href="/">Go to the home page</a></p>`;
  reply.code(404).type("text/html; charset=utf-8").send(page("Page Not Found (404)", words));
};

const refuse = (request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply => {
  if (error.retryAfter) reply.header("retry-after", error.retryAfter);
  reply.header("cache-control", "no-store");
  reply.code(error.status).header("content-type", "application/json; charset=utf-8");
  return reply.send(JSON.stringify(error.fields ?? refusal(error.code, request.id)));
};
