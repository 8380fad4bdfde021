import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { runWithAddress } from "../access/request-address.ts";
import { isOverBudget, isUnavailable } from "../db/database.ts";
import { StorageUnavailable } from "../files/storage.ts";
import { html, page } from "../html.ts";
import type { Log } from "../log.ts";
import { anonymousCallerOf } from "./callers.ts";
import { timeouts } from "./limits/limits.ts";
import { errorBody, rejectMalformedRequest } from "./limits/malformed-requests.ts";
import { makeAllSlots } from "./limits/slots.ts";
import { readBodies } from "./request-body.ts";
import { traceRequests } from "./request-spans.ts";

const RETRY_SECONDS = 1;

/** Paths with the same meaning on every host; all others of an API host are under /api. */
const SHARED_PATHS = /^\/(?:api|scim|healthz|readyz|openapi\.json|docs|\.well-known)(?:[/?]|$)/;

export const makeHttpServer = (log: Log, trustedProxies: string | undefined): FastifyInstance => {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxies ?? false,
    requestTimeout: timeouts.upload,
    connectionTimeout: timeouts.idle,
    keepAliveTimeout: timeouts.keepAlive,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    rewriteUrl: ({ url = "/", headers }) =>
      isApiHost(headers.host) && !SHARED_PATHS.test(url) ? `/api${url}` : url,
    frameworkErrors: (error, request, reply) => rejectUnroutable(request, reply, error as FastifyError),
    clientErrorHandler: rejectMalformedRequest,
    forceCloseConnections: "idle",
  }) as unknown as FastifyInstance;
  app.decorate("slots", makeAllSlots());
  for (const name of ["caller", "leaveWork", "hasArrived"]) app.decorateRequest(name);
  traceRequests(app);
  nameRequests(app);
  rejectEncodedBodies(app);
  readBodies(app);
  limitConcurrency(app);
  app.addHook("preHandler", (request, _reply, done) => runWithAddress(request.ip, done));
  logRequests(app);
  allowPageOrigin(app);
  mountErrorHandlers(app);
  return app;
};

const nameRequests = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => void reply.header("x-request-id", request.id));
};

/** Compressed bodies are not supported, and parsing their bytes would report a misleading error. */
const rejectEncodedBodies = (app: FastifyInstance): void => {
  app.addHook("onRequest", async ({ headers }) => {
    const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
    if (encoding !== "identity") fail("input.encoded");
  });
};

/** Paths that query the database; pages and their files do not. */
const COUNTED_PATHS = /^\/(?:api|scim|decide|files|theme|tracking|storefront|mcp|oauth)(?:[/?]|$)/;

/** Counted after the body has arrived: a sender of an incomplete body takes nothing from others. */
const limitConcurrency = (app: FastifyInstance): void => {
  app.addHook("preValidation", (request, reply, done) => {
    if (!COUNTED_PATHS.test(request.url)) return done();
    try {
      request.leaveWork = app.slots.requests.take(reply, request.caller ?? anonymousCallerOf(request));
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is processed while it arrives, however long that takes. */
    isUpload?: boolean;
  }
}

/** A path that lets its reader do something is not written down. */
const SECRET_PATH = /^(\/(?:decide|confirm-email|undo-email|not-me|unsubscribe)\/)[^/]+/;

const logRequests = (app: FastifyInstance): void => {
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    // Without its query, which may contain text typed by users.
    const path = request.url.split("?")[0]?.replace(SECRET_PATH, "$1…");
    const facts = { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    const isRefused = reply.statusCode === 401 || reply.statusCode === 403;
    request.log.info(isRefused ? { ...facts, caller: request.caller?.who } : facts, "request");
  });
};

/** A page on manager.… may call its own manager-api.… and no other. */
const allowPageOrigin = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, host } = request.headers;
    if (!origin || !host || !isApiHost(host)) return;
    reply.header("vary", "Origin");
    // Behind a proxy that ends TLS our protocol is http while the page's is https.
    const page = pageHostOf(host);
    if (origin !== `https://${page}` && origin !== `${request.protocol}://${page}`) return;
    reply.header("access-control-allow-origin", origin);
    reply.header("access-control-expose-headers", "x-request-id, retry-after, content-disposition");
    if (request.method === "OPTIONS") {
      reply.header(
        "access-control-allow-headers",
        "authorization, content-type, last-event-id, x-background, x-page",
      );
      reply.header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
      reply.header("access-control-max-age", "600");
      return reply.code(204).send();
    }
  });
};

/** Known errors keep their message; any other error is logged completely and reported with one neutral sentence. */
const mountErrorHandlers = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(request, reply, asAppError(error, request)),
  );
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError("not_found")));
};

/** Any error as one that a caller may read; what is not known is logged. */
export const asAppError = (error: FastifyError, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    request.log.warn({ err: error }, "database unavailable");
    return new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  }
  // Endpoints of lists say how to ask for less; whatever else asks the database may try again.
  if (isOverBudget(error)) {
    request.log.warn({ err: error }, "a statement took too long");
    return new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  }
  if (error instanceof StorageUnavailable) {
    request.log.warn({ err: error }, "storage unavailable");
    return new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  }
  const { statusCode = 500, code } = error;
  // What is no text to PostgreSQL was none to begin with.
  if (code === "22021") return new AppError("input.unreadable");
  // A value that is longer than an entry of an index can be.
  if (code === "54000") {
    request.log.warn({ err: error }, "a value is too long for the database");
    return new AppError("input.too_large");
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new AppError("input.media_type");
  if (statusCode === 413) return new AppError("input.too_large");
  if (statusCode < 500) return new AppError("input.unreadable");
  request.log.error({ err: error }, "unexpected");
  return new AppError("unexpected");
};

/** A malformed request that no hook has seen: a program gets our usual response, a browser a page. */
const rejectUnroutable = (request: FastifyRequest, reply: FastifyReply, error: FastifyError): void => {
  reply.headers({
    "x-request-id": request.id,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'self'",
  });
  if (/^\/(?:api|scim)\//.test(request.raw.url ?? "") || isApiHost(request.headers.host)) {
    sendError(request, reply, asAppError(error, request));
    return;
  }
  const body = html`<h1>Page Not Found (404)</h1><p>Unfortunately the page you were looking for does not exist.</p><p><a href="/">Go to the home page</a></p>`;
  reply.code(404).type("text/html; charset=utf-8").send(page("Page Not Found (404)", body));
};

const sendError = (request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply => {
  if (error.retryAfter) reply.header("retry-after", error.retryAfter);
  reply.header("cache-control", "no-store");
  reply.code(error.status).header("content-type", "application/json; charset=utf-8");
  const { code, message, fields, reasons, errors, facts } = error;
  const body = fields ?? { ...errorBody(code, request.id, message), reasons, errors, ...facts };
  return reply.send(JSON.stringify(body));
};
