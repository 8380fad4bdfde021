import { AppError } from "@mcc/contract/kit/errors.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import {
  checkDirectoryToken,
  knownDirectoryToken,
  withDirectoryToken,
} from "../../platform/access/directory-scope.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { KnownKey } from "../../platform/access/session-cache.ts";
import { anonymousCallerOf } from "../../platform/http/callers.ts";
import { KEY_RATE_SECONDS, slotLimits } from "../../platform/http/limits/limits.ts";
import { makeRateWindow } from "../../platform/http/limits/rate-window.ts";
import { makeSlots } from "../../platform/http/limits/slots.ts";
import { asAppError } from "../../platform/http/server.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import type { Attempt } from "./attempt.ts";
import { logDone, logRefused } from "./directory-log.service.ts";
import { directoryTokenHash } from "./directory-tokens.service.ts";
import { project, readProjection } from "./scim/list-query.ts";
import { ERROR_SCHEMA, LIST_SCHEMA } from "./scim/schemas.ts";
import { ScimError } from "./scim/scim-error.ts";

const MEDIA_TYPE = "application/scim+json; charset=utf-8";

declare module "fastify" {
  interface FastifyRequest {
    /** The token of the directory, found before the body is read. */
    directory?: { readonly hash: Buffer; readonly known: KnownKey };
  }
}

export interface ScimReply {
  readonly status: number;
  readonly body?: object;
  readonly version?: string;
  readonly location?: string;
}

export const send = (reply: FastifyReply, { status, body, version, location }: ScimReply) => {
  reply.code(status).header("cache-control", "no-store");
  if (version) reply.header("etag", version);
  if (location) reply.header("location", location);
  return body ? reply.type(MEDIA_TYPE).send(JSON.stringify(body)) : reply.send();
};

const UNREADABLE: ReadonlySet<string> = new Set([
  "input.unreadable",
  "input.not_json",
  "input.forbidden_key",
  "input.too_nested",
]);

/** Every error in the form of the standard. */
const toScimError = (error: unknown, request: FastifyRequest): ScimError & { retryAfter?: number } => {
  if (error instanceof ScimError) return error;
  const { status, code, message, fields, retryAfter } = asAppError(error as FastifyError, request);
  const [field, [first] = []] = Object.entries(fields ?? {})[0] ?? [];
  const detail = field ? `${field}: ${first}` : message;
  const kind = UNREADABLE.has(code) ? "invalidSyntax" : "invalidValue";
  const found = new ScimError(status, detail, status === 400 ? kind : undefined);
  return Object.assign(found, { retryAfter });
};

export const sendError = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  const { status, scimType, message, retryAfter } = toScimError(error, request);
  if (retryAfter) reply.header("retry-after", retryAfter);
  if (status === 401) reply.header("www-authenticate", "Bearer");
  const body = {
    schemas: [ERROR_SCHEMA],
    ...(scimType && { scimType }),
    detail: message,
    status: String(status),
  };
  return send(reply, { status, body });
};

/** Finds the token before the body is read, and counts its requests as those of API keys are counted. */
export const identify = ({ database, settings }: Services) => {
  const { perSecond, atOnce } = settings.keyRequests;
  const countCall = makeRateWindow({ most: perSecond * KEY_RATE_SECONDS, seconds: KEY_RATE_SECONDS });
  const slots = makeSlots({ ...slotLimits.requests, each: atOnce });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const hash = directoryTokenHash(request.headers.authorization);
    let known = knownDirectoryToken(database, hash);
    if (!known) {
      const leave = request.server.slots.anonymous.take(reply, anonymousCallerOf(request));
      try {
        known = await checkDirectoryToken(database, hash, networkOf(request.ip));
      } finally {
        leave();
      }
    }
    countCall(String(known.id));
    request.caller = { who: `directory ${known.id}`, company: known.companyId };
    slots.take(reply, request.caller);
    request.directory = { hash, known };
  };
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//i, "");

/** Whether a version is among those of an If-Match or If-None-Match header. */
const isNamed = (header: string | undefined, version: string): boolean =>
  header?.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(version)) === true;

export const mustMatch = (request: FastifyRequest) => (version: string) => {
  const header = request.headers["if-match"];
  if (header !== undefined && !isNamed(header, version))
    throw new ScimError(412, "The resource has changed since it was read.");
};

type Kind = Attempt["record_type"];
type Action = Attempt["action"];

/** Refusals that say nothing about what the directory wants. */
const UNLOGGED = new Set([401, 408, 413, 429]);

const ACTIONS: Readonly<Record<string, Action>> = { POST: "Created", DELETE: "Deleted", GET: "Read" };

/** Carries a request out in one transaction, and writes down what was done or why not. */
export const handler =
  (
    services: Services,
    kind: Kind,
    work: (scope: CompanyScope, request: FastifyRequest, attempt: Attempt) => Promise<ScimReply>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { directory, method } = request;
    if (!directory) throw new AppError("directory.token_required");
    const isRead = method === "GET" || method === "HEAD";
    const newAttempt = (): Attempt => ({
      record_type: kind,
      action: ACTIONS[isRead ? "GET" : method] ?? "Changed",
      record: "",
      details: [],
      isIdle: isRead,
    });
    let attempt = newAttempt();
    try {
      const options = { ...directory, method: isRead ? "GET" : "POST" } as const;
      const done = await withDirectoryToken(services, options, async (scope) => {
        attempt = newAttempt();
        const result = await work(scope, request, attempt);
        await logDone(scope, attempt);
        return result;
      });
      return send(reply, done);
    } catch (error) {
      const { status, message } = toScimError(error, request);
      const isLogged = status < 500 && !UNLOGGED.has(status) && !(isRead && status === 404);
      if (isLogged) await logRefused(services, directory.known, attempt, message);
      throw error;
    }
  };

type Query = Readonly<Record<string, unknown>>;
export const queryOf = (request: FastifyRequest): Query => (request.query ?? {}) as Query;
export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

export const listReply = (resources: readonly object[], total: number, startIndex: number): ScimReply => ({
  status: 200,
  body: {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

type Resource = { readonly meta: { readonly version: string; readonly location: string } };

export const resourceReply = (resource: Resource, request: FastifyRequest, status = 200): ScimReply => {
  const { version, location } = resource.meta;
  if (request.method === "GET" && isNamed(request.headers["if-none-match"], version))
    return { status: 304, version };
  const body = project(resource, readProjection(queryOf(request)));
  return { status, body, version, location };
};

/** A PATCH is answered without a body, unless attributes are asked for. */
export const patchReply = (resource: Resource, request: FastifyRequest): ScimReply =>
  readProjection(queryOf(request)).only
    ? resourceReply(resource, request)
    : { status: 204, version: resource.meta.version };
