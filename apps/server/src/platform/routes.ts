import { Readable } from "node:stream";
import { isKeyAllow, type KeyAllow } from "@mcc/contract/access/key-scopes.ts";
import { type GlobalAction, must } from "@mcc/contract/access/permissions.ts";
import type { Asked, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type LinesHandler, mountLines, mountUpload, type UploadHandler } from "./body-routes.ts";
import { wasUndone } from "./database.ts";
import { readAsked } from "./input.ts";
import { keyed } from "./key-routes.ts";
import type { IntegrationScope } from "./key-scope.ts";
import type { Platform } from "./platform.ts";
import {
  type CompanyScope,
  type OpenScope,
  openScope,
  type PlatformScope,
  platformTransaction,
  type SessionScope,
} from "./scope.ts";

/** Somebody at an open door: known by their address only. */
export interface Visitor {
  readonly address: string;
}

/** What an endpoint's `allow` entitles its handler to. */
type ScopeFor<E extends Endpoint> = E["allow"] extends "anyone"
  ? Visitor
  : E["allow"] extends "mcc-admin"
    ? PlatformScope
    : E["allow"] extends "session:own"
      ? SessionScope
      : E["allow"] extends KeyAllow
        ? IntegrationScope
        : CompanyScope;

/** The address the caller used, as the caller would write it: links of a list start from it. */
export interface Request {
  readonly url: URL;
}

type Handler<E extends Endpoint> = (
  scope: ScopeFor<E>,
  asked: Asked<E>,
  request: Request,
) => Promise<Reply<E> | Readable>;

export interface Route {
  readonly endpoint: Endpoint;
  // biome-ignore lint/suspicious/noExplicitAny: `on` has checked the handler against its own endpoint
  readonly handle: (scope: any, asked: any, request: any) => any;
}

export const on = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({ endpoint, handle });

/** For an endpoint of lines: results are answered while the body arrives. */
export const onLines = <E extends Endpoint & { lines: true }>(
  endpoint: E,
  handle: LinesHandler<E>,
): Route => ({
  endpoint,
  handle,
});

/** For an endpoint whose body comes with a file. */
export const onUpload = <E extends Endpoint & { upload: number }>(
  endpoint: E,
  handle: UploadHandler<E>,
): Route => ({ endpoint, handle });

/** Every request walks the same steps: who asks, may they, what is asked, do it, answer in the declared shape. */
export const mount = (app: FastifyInstance, platform: Platform, routes: readonly Route[]): void => {
  for (const { endpoint, handle } of routes) {
    if (endpoint.lines) {
      mountLines(app, platform, endpoint, handle);
      continue;
    }
    const schema = { response: { 200: jsonSchemaOf(endpoint.reply) } };
    if (endpoint.upload) {
      mountUpload(app, platform, endpoint, handle, schema);
      continue;
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema,
      handler: doorOf(platform, endpoint, handle),
    });
  }
};

const doorOf = (platform: Platform, endpoint: Endpoint, handle: Route["handle"]): Run => {
  if (endpoint.allow === "anyone") return openDoor(endpoint, handle);
  return isKeyAllow(endpoint.allow) ? keyed(platform, endpoint, handle) : guarded(platform, endpoint, handle);
};

/** Replies are written by a serialiser compiled from their schema: a field that is not declared never leaves. */
const jsonSchemaOf = (reply: z.ZodType): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, { io: "output", unrepresentable: "any" });
  return schema;
};

type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const openDoor =
  (endpoint: Endpoint, handle: Route["handle"]): Run =>
  async (request) =>
    handle({ address: request.ip } satisfies Visitor, readAsked(endpoint, request), { url: urlOf(request) });

/** Two writers that waited for each other in a circle: PostgreSQL undid one of them, and it simply tries again. */
const guarded =
  (platform: Platform, endpoint: Endpoint, handle: Route["handle"]): Run =>
  async (request, reply) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await insideScope(platform, endpoint, handle, request, reply);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !wasUndone(error)) throw error;
      }
    }
  };
const MOST_ATTEMPTS = 4;

const insideScope = async (
  platform: Platform,
  endpoint: Endpoint,
  handle: Route["handle"],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const token = tokenOf(request);
  const sessionId = platform.tokens.sessionOf(token) ?? fail("auth.required");
  const readOnly = endpoint.method === "GET";
  const open = await openScope(platform.database, { sessionId, token, readOnly });
  try {
    must(open.company.who, endpoint.allow as GlobalAction);
    reply.header("cache-control", "no-store");
    const asked = readAsked(endpoint, request);
    const from = { url: urlOf(request) };
    const answer =
      endpoint.allow === "mcc-admin"
        ? await platformTransaction(platform.database, (db) => handle({ ...open.company, db }, asked, from))
        : await handle(open.company, asked, from);
    if (answer instanceof Readable) {
      return reply.type("application/json").send(heldUntilSent(answer, open, request));
    }
    const ended = open.commit();
    if (!readOnly) await ended;
    ended.then(() => open.settle()).catch((error) => request.log.warn({ err: error }, "after the answer"));
    return answer;
  } catch (error) {
    await open.rollback();
    throw error;
  }
};

/** What is streamed is read inside the transaction, which therefore ends with the stream, however that ends. */
const heldUntilSent = (stream: Readable, open: OpenScope, request: FastifyRequest): Readable =>
  stream.once("close", () => {
    open.rollback().catch((error) => request.log.warn({ err: error }, "after the stream"));
  });

/** Hosts and paths come from the outside: one that makes no address is not worth a failure. */
const urlOf = (request: FastifyRequest): URL =>
  URL.parse(`${request.protocol}://${request.headers.host}${request.originalUrl}`) ??
  new URL("http://localhost/");

const tokenOf = (request: FastifyRequest): string => {
  const [scheme, token, ...rest] = (request.headers.authorization ?? "").split(" ");
  return scheme === "JWT" && token && rest.length === 0 ? token : "";
};
