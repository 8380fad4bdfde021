import { Readable } from "node:stream";
import { isKeyAllow, type KeyAllow } from "@mcc/contract/access/key-scopes.ts";
import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { type Endpoint, type EndpointInput, isRead, type Reply } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DeferredResponse } from "../access/deferred-response.ts";
import type { IntegrationScope } from "../access/keys/api-key-scope.ts";
import { canReadOptimistically } from "../access/optimistic-read.ts";
import {
  type CompanyScope,
  continueOnReplica,
  type OpenScope,
  type PlatformScope,
  platformTransaction,
  type SessionScope,
  slotOwnerOf,
} from "../access/scope.ts";
import { watchSession } from "../access/session-watch.ts";
import { mustBeAllowed } from "../access/sign-in-state.ts";
import {
  type CompanyTransactions,
  type EnteredCompanies,
  ReplicaFailed,
  withRetries,
} from "../access/transactions.ts";
import { isUnavailable } from "../db/database.ts";
import { parseRequest } from "../input/input.ts";
import type { Services } from "../services.ts";
import { type AnyHandler, apiKeyHandler, callHandler } from "./api-key-routes.ts";
import { makeCallers } from "./callers.ts";
import { whenOver } from "./exchange.ts";
import { countRequests } from "./limits/count-requests.ts";
import { bodyLimits } from "./limits/limits.ts";
import { destroyWhenStalled } from "./limits/stalled-responses.ts";
import { responseOf } from "./reply-schema.ts";
import { type RequestInfo, requestInfo } from "./request-info.ts";
import { openSession, transactionsHandler } from "./session-transactions.ts";
import { mustBeOnePage, noteSupportView } from "./support-views.ts";
import {
  type CompanyUploadHandler,
  type LinesHandler,
  mountLines,
  mountUpload,
  type UploadHandler,
} from "./upload-routes.ts";

/** The caller of a public endpoint: known by address only. */
export interface AnonymousCaller {
  readonly address: string;
}

/** What an endpoint's `allow` entitles its handler to. */
type ScopeFor<E extends Endpoint> = E["allow"] extends "anyone"
  ? AnonymousCaller
  : E["allow"] extends "mcc-admin"
    ? PlatformScope
    : E["allow"] extends "session:own"
      ? SessionScope
      : E["allow"] extends KeyAllow
        ? IntegrationScope
        : CompanyScope;

type Handler<E extends Endpoint> = (
  scope: ScopeFor<E>,
  input: EndpointInput<E>,
  request: RequestInfo,
) => Promise<Reply<E> | Readable | DeferredResponse<Reply<E>>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: AnyHandler;
  /** The handler opens its transactions itself. */
  readonly opensTransactions?: true;
  /** Whether a request may be answered from the replica: it only reads, and may take a while. */
  readonly readsReplica?: ReadsReplica;
  /** Counts among exports while it runs: it may read as much of a list. */
  readonly isExport?: true;
}

/** Gets the input that its handler gets. */
type ReadsReplica = (input: never) => boolean;

export const route = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({ endpoint, handle });

/**
 * For an endpoint that only reads and may take a while, such as a dashboard: answered from the replica if there is one
 * that has everything committed until now, else from the primary.
 */
export const replicaRoute = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({
  ...route(endpoint, handle),
  readsReplica: () => true,
});

/** For an endpoint whose parts are saved one by one; one transaction for all of them would lose all for one. */
export const transactionsRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (transactions: CompanyTransactions, input: EndpointInput<E>) => Promise<Reply<E>>,
): Route => ({ endpoint, handle, opensTransactions: true });

/** For an endpoint of platform admins that does the work of a company. */
export const companyRoute = <E extends Endpoint & { allow: "mcc-admin" }>(
  endpoint: E,
  handle: (companies: EnteredCompanies, input: EndpointInput<E>) => Promise<Reply<E>>,
): Route => ({ endpoint, handle, opensTransactions: true });

/** For an endpoint of lines: results are sent while the body arrives. */
export const lineRoute = <E extends Endpoint & { lines: true }>(
  endpoint: E,
  handle: LinesHandler<E>,
): Route => ({
  endpoint,
  handle,
});

/** For an endpoint whose body includes a file. */
export const uploadRoute = <E extends Endpoint & { upload: number }>(
  endpoint: E,
  handle: UploadHandler<E>,
): Route => ({ endpoint, handle });

/** The same for platform admins. */
export const companyUploadRoute = <E extends Endpoint & { upload: number; allow: "mcc-admin" }>(
  endpoint: E,
  handle: CompanyUploadHandler<E>,
): Route => ({ endpoint, handle });

/** Every request has the same steps: authenticate, authorize, validate, execute, respond in the declared schema. */
export const mountRoutes = (app: FastifyInstance, services: Services, routes: readonly Route[]): void => {
  const callers = makeCallers(services);
  countRequests(app, services);
  const beforeBody = (endpoint: Endpoint) => {
    if (endpoint.allow === "anyone") return callers.anonymous;
    return isKeyAllow(endpoint.allow) ? callers.key(endpoint) : callers.user(endpoint);
  };
  for (const one of routes) {
    const { endpoint, handle, opensTransactions } = one;
    const onRequest = beforeBody(endpoint);
    if (endpoint.lines) {
      mountLines(app, services, { endpoint, handle, onRequest });
      continue;
    }
    const response = responseOf(endpoint.reply);
    if (endpoint.upload) {
      mountUpload(app, services, { endpoint, handle, onRequest, response });
      continue;
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...response,
      config: { body: endpoint.allow === "anyone" ? bodyLimits.open : bodyLimits.known },
      onRequest,
      // For a HEAD request, a stream would stay open without a reader.
      exposeHeadRoute: isRead(endpoint) && !endpoint.stream,
      handler: opensTransactions
        ? transactionsHandler(services, endpoint, handle)
        : handlerFor(services, one),
    });
  }
};

const handlerFor = (services: Services, one: Route): RouteHandler => {
  const { endpoint, handle } = one;
  if (endpoint.allow === "anyone") return publicHandler(endpoint, handle);
  const needsApiKey = isKeyAllow(endpoint.allow);
  return needsApiKey ? apiKeyHandler(services, endpoint, handle) : sessionHandler(services, one);
};

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const publicHandler =
  (endpoint: Endpoint, handle: AnyHandler): RouteHandler =>
  async (request) =>
    callHandler(
      handle,
      { address: request.ip } satisfies AnonymousCaller,
      parseRequest(endpoint, request),
      requestInfo(request),
    );

const sessionHandler =
  (services: Services, one: Route): RouteHandler =>
  (request, reply) =>
    withRetries(one.endpoint, (attempt) => {
      const isFirst = attempt === 1;
      const optimistic = isFirst && canReadOptimistically(one.endpoint);
      return runInScope(services, one, { request, reply, optimistic, mayUseReplica: isFirst });
    });

interface RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly optimistic: boolean;
  readonly mayUseReplica: boolean;
}

const runInScope = async (
  services: Services,
  { endpoint, handle, readsReplica, isExport }: Route,
  { request, reply, optimistic, mayUseReplica }: RequestContext,
): Promise<unknown> => {
  const readOnly = isRead(endpoint);
  const primary = await openSession(services, request, { readOnly, optimistic });
  let open = primary;
  let release: (() => void) | undefined;
  try {
    mustBeAllowed(endpoint, open.company);
    if (open.company.who.is_support) await noteSupportView(services, endpoint, request, open);
    reply.header("cache-control", "no-store");
    const input = parseRequest(endpoint, request);
    if (open.company.who.is_support) mustBeOnePage(input);
    if (mayUseReplica && readsReplica?.(input as never))
      open = await continueOnReplica(services.database, primary);
    const info = requestInfo(request);
    if (endpoint.stream) holdSlot("streams", open, { request, reply });
    if (isExport) release = holdSlot("exports", open, { request, reply });
    const answer =
      endpoint.allow === "mcc-admin"
        ? await answerOfPlatform(services, async (db) =>
            callHandler(handle, { ...open.company, db }, input, info),
          )
        : await callHandler(handle, open.company, input, info);
    await open.confirm();
    if (answer instanceof Readable)
      return await sendStream(services, answer, open, endpoint, { request, reply });
    if (answer instanceof DeferredResponse) {
      await open.commit();
      await open.runAfterCommit(request.log);
      return await answer.respond();
    }
    await open.commit();
    open.runAfterCommit(request.log); // the response does not wait for it
    return answer === undefined ? reply.code(204).send() : answer;
  } catch (error) {
    release?.();
    await open.rollback();
    await open.confirm();
    if (open === primary || !isUnavailable(error)) throw error;
    services.database.replica?.leaveOut();
    throw new ReplicaFailed("the replica was lost", { cause: error });
  }
};

/** What is streamed is read inside the transaction, which therefore ends with the stream. */
const answerOfPlatform = (
  { database }: Services,
  handle: (db: PlatformScope["db"]) => Promise<unknown>,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    platformTransaction(database, async (db) => {
      const answer = await handle(db);
      if (!(answer instanceof Readable)) return answer;
      const ended = new Promise((end) => answer.once("close", end));
      resolve(answer);
      await ended;
      return answer;
    }).then(resolve, reject);
  });

type Sending = Pick<RequestContext, "request" | "reply">;

/** Long work has its own limit, and is no longer counted among requests in progress. */
const holdSlot = (kind: "streams" | "exports", { company }: OpenScope, { request, reply }: Sending) => {
  const holder = { who: slotOwnerOf(company), company: company.companyId };
  const release = request.server.slots[kind].take(reply, holder);
  request.leaveWork?.();
  return release;
};

const sendStream = async (
  services: Services,
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
    if (open.company.who.is_support) fail("support.read_only");
    holdSlot("exports", open, { request, reply });
  } catch (error) {
    answer.destroy();
    throw error;
  }
  destroyWhenStalled(answer, reply.raw);
  watchSession(services, open.company.sessionId, answer, (who) => can(who, endpoint.allow as GlobalAction));
  return reply.type("application/json").send(rollBackAfterSend(answer, open, request));
};

/** What is streamed is read inside the transaction, which therefore ends with the stream, however that ends. */
const rollBackAfterSend = (stream: Readable, open: OpenScope, request: FastifyRequest): Readable =>
  stream.once("close", () => {
    open.rollback().catch((error) => request.log.warn({ err: error }, "stream cleanup failed"));
  });
