import { Readable } from "node:stream";
import { isKeyAllow, type KeyAllow } from "@mcc/contract/access/key-scopes.ts";
import { type GlobalAction, must } from "@mcc/contract/access/permissions.ts";
import type { Asked, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type LinesHandler, mountLines, mountUpload, type UploadHandler } from "./body-routes.ts";
import { makeCallers } from "./callers.ts";
import { isOverBudget, wasUndone } from "./database.ts";
import { whenOver } from "./exchange.ts";
import { goesAhead, SessionChanged } from "./going-ahead.ts";
import { cutWhenStalled } from "./held-streams.ts";
import { readAsked } from "./input.ts";
import { type Handle, hand, keyed } from "./key-routes.ts";
import type { IntegrationScope } from "./key-scope.ts";
import { bodyLimits } from "./limits.ts";
import type { Platform } from "./platform.ts";
import { type Request, requestOf } from "./request.ts";
import {
  type CompanyScope,
  type OpenScope,
  openScope,
  type PlatformScope,
  platformTransaction,
  type SessionScope,
} from "./scope.ts";
import { tokenOf } from "./tokens.ts";

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

/** The rest of an answer, worked out once the transaction is over: for what waits for somebody else's server. */
export class Afterwards<T> {
  readonly answer: () => Promise<T>;
  constructor(answer: () => Promise<T>) {
    this.answer = answer;
  }
}

type Handler<E extends Endpoint> = (
  scope: ScopeFor<E>,
  asked: Asked<E>,
  request: Request,
) => Promise<Reply<E> | Readable | Afterwards<Reply<E>>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: Handle;
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
  const callers = makeCallers(platform);
  const beforeBody = (endpoint: Endpoint) => {
    if (endpoint.allow === "anyone") return callers.stranger;
    return isKeyAllow(endpoint.allow) ? callers.key(endpoint) : callers.user;
  };
  for (const { endpoint, handle } of routes) {
    const onRequest = beforeBody(endpoint);
    if (endpoint.lines) {
      mountLines(app, platform, { endpoint, handle, onRequest });
      continue;
    }
    const schema = { response: { 200: jsonSchemaOf(endpoint.reply) } };
    if (endpoint.upload) {
      mountUpload(app, platform, { endpoint, handle, onRequest, schema });
      continue;
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema,
      config: { body: endpoint.allow === "anyone" ? bodyLimits.open : bodyLimits.known },
      onRequest,
      // Asked for its head alone, a stream would stay open without a reader.
      exposeHeadRoute: endpoint.method === "GET" && !endpoint.stream,
      handler: doorOf(platform, endpoint, handle),
    });
  }
};

const doorOf = (platform: Platform, endpoint: Endpoint, handle: Handle): Run => {
  if (endpoint.allow === "anyone") return openDoor(endpoint, handle);
  const isKeyed = isKeyAllow(endpoint.allow);
  return isKeyed ? keyed(platform, endpoint, handle) : guarded(platform, endpoint, handle);
};

/** Replies are written by a serialiser compiled from their schema: a field that is not declared never leaves. */
const jsonSchemaOf = (reply: z.ZodType): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => sayNullable(jsonSchema),
  });
  return schema;
};

/** A choice between something and nothing is made without the validator that chooses between two schemas. */
const sayNullable = (schema: z.core.JSONSchema.BaseSchema): void => {
  const [something, nothing, ...others] = schema.anyOf ?? [];
  if (nothing?.type !== "null" || typeof something?.type !== "string" || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, something, { nullable: true });
};

type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const openDoor =
  (endpoint: Endpoint, handle: Handle): Run =>
  async (request) =>
    hand(handle, { address: request.ip } satisfies Visitor, readAsked(endpoint, request), requestOf(request));

/**
 * Two writers that waited for each other in a circle: PostgreSQL undid one of them, and it simply tries again. So does
 * a reader that went ahead and found its session changed.
 */
const guarded =
  (platform: Platform, endpoint: Endpoint, handle: Handle): Run =>
  async (request, reply) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const ahead = attempt === 1 && goesAhead(endpoint);
        return await insideScope(platform, endpoint, handle, { request, reply, ahead });
      } catch (error) {
        if (error instanceof SessionChanged) continue;
        if (isOverBudget(error)) throw overBudget(endpoint);
        if (attempt === MOST_ATTEMPTS || !wasUndone(error)) throw error;
      }
    }
  };
const MOST_ATTEMPTS = 4;

/** What takes too long to read is asked for in too broad a way; a change that waited for others may be sent again. */
const overBudget = ({ method }: Endpoint): AppError =>
  method === "GET" ? new AppError("list.too_broad") : new AppError("unavailable", { retryAfter: 1 });

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ahead: boolean;
}

const insideScope = async (
  platform: Platform,
  endpoint: Endpoint,
  handle: Handle,
  { request, reply, ahead }: Exchange,
): Promise<unknown> => {
  const token = tokenOf(request.headers.authorization);
  const sessionId = platform.tokens.sessionOf(token) ?? fail("auth.required");
  const readOnly = endpoint.method === "GET";
  const open = await openScope(platform.database, { sessionId, token, readOnly, ahead });
  try {
    must(open.company.who, endpoint.allow as GlobalAction);
    reply.header("cache-control", "no-store");
    const asked = readAsked(endpoint, request);
    const from = requestOf(request);
    if (endpoint.stream) holdSlot("streams", open, { request, reply });
    const answer =
      endpoint.allow === "mcc-admin"
        ? await platformTransaction(platform.database, async (db) =>
            hand(handle, { ...open.company, db }, asked, from),
          )
        : await hand(handle, open.company, asked, from);
    await open.confirm();
    if (answer instanceof Readable) return await sendStream(answer, open, endpoint, { request, reply });
    if (answer instanceof Afterwards) {
      await open.commit();
      await open.settle(request.log);
      return await answer.answer();
    }
    await open.commit();
    open.settle(request.log); // the answer does not wait for it
    return answer;
  } catch (error) {
    await open.rollback();
    await open.confirm();
    throw error;
  }
};

type Sending = Pick<Exchange, "request" | "reply">;

/** What takes long has a bound of its own, and counts among requests in work no longer. */
const holdSlot = (kind: "streams" | "exports", { company }: OpenScope, { request, reply }: Sending): void => {
  const { who, companyId } = company;
  request.server.slots[kind].take(reply, { who: `user ${who.id}`, company: companyId });
  request.leaveWork?.();
};

const sendStream = async (
  answer: Readable,
  open: OpenScope,
  endpoint: Endpoint,
  { request, reply }: Sending,
): Promise<FastifyReply> => {
  whenOver(reply, () => answer.destroy());
  if (endpoint.stream) {
    await open.rollback();
    return reply.type("text/event-stream").header("x-accel-buffering", "no").send(answer);
  }
  try {
    holdSlot("exports", open, { request, reply });
  } catch (error) {
    answer.destroy();
    throw error;
  }
  cutWhenStalled(answer, reply.raw);
  return reply.type("application/json").send(heldUntilSent(answer, open, request));
};

/** What is streamed is read inside the transaction, which therefore ends with the stream, however that ends. */
const heldUntilSent = (stream: Readable, open: OpenScope, request: FastifyRequest): Readable =>
  stream.once("close", () => {
    open.rollback().catch((error) => request.log.warn({ err: error }, "after the stream"));
  });
