import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type KeyAllow, scopeOfAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Asked, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readAsked } from "./input.ts";
import { type IntegrationScope, type KeyAsk, withKey } from "./key-scope.ts";
import { type ReadLine, readLines } from "./ndjson.ts";
import type { Platform } from "./platform.ts";
import { hashToken } from "./tokens.ts";

/** For work that is too long for one transaction: each part opens its own, and asks the key again. */
export interface IntegrationDoor {
  within<T>(work: (scope: IntegrationScope) => Promise<T>): Promise<T>;
}

/** A body of lines without end, and a result for each of them. */
export type LinesHandler<E extends Endpoint> = (
  door: IntegrationDoor,
  asked: Omit<Asked<E>, "body">,
  lines: AsyncIterable<ReadLine>,
) => AsyncIterable<Reply<E>>;

// biome-ignore lint/suspicious/noExplicitAny: `on` and `onLines` have checked the handler against its own endpoint
type Handle = (scope: any, asked: any, request: any) => unknown;

const KEY = /^mcc_live_[0-9a-f]{48}$/;

/** Something that cannot be a key of ours does not reach the database. */
const askOf = (endpoint: Endpoint, { headers, params }: FastifyRequest): KeyAsk => {
  const [scheme, key = "", ...rest] = (headers.authorization ?? "").split(" ");
  if (scheme !== "ApiKey" || !KEY.test(key) || rest.length > 0) fail("key.required");
  const { slug = null } = (params ?? {}) as { slug?: string };
  // No slug has such a letter, and PostgreSQL would not take it.
  if (slug?.includes("\u0000")) fail("not_found");
  return { keyHash: hashToken(key), scope: scopeOfAllow(endpoint.allow as KeyAllow), slug };
};

/** The same steps as for people: who asks, may they, what is asked, do it in one transaction. */
export const keyed =
  ({ database }: Platform, endpoint: Endpoint, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header("cache-control", "no-store");
    const ask = askOf(endpoint, request);
    let asked: object | undefined;
    return withKey(database, ask, async (scope) => {
      asked ??= readAsked(endpoint, request);
      return handle(scope, asked, request);
    });
  };

/** Results that nobody fetches wait here; many senders read no answer before they have sent everything. */
const UNREAD_RESULTS = 16 * 1024 * 1024;

/** A route whose body is neither limited nor parsed, and is answered while it arrives. */
export const mountLines = (
  app: FastifyInstance,
  { database }: Platform,
  endpoint: Endpoint,
  handle: Handle,
): void => {
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const ask = askOf(endpoint, request);
    const door: IntegrationDoor = { within: (work) => withKey(database, ask, work) };
    await door.within(async () => {}); // refused before anything of the body is read
    const { body: _, ...parts } = endpoint;
    const asked = readAsked(parts, request);
    const body = (request.body as Readable | undefined) ?? Readable.from([]);
    const results = handle(door, asked, readLines(body)) as AsyncIterable<object>;
    const waiting = new PassThrough({ highWaterMark: UNREAD_RESULTS });
    pipeline(Readable.from(written(results), { objectMode: false, highWaterMark: 1 }), waiting).catch(
      (error) => {
        request.log.warn({ err: error }, "a batch ended early");
        request.raw.destroy();
      },
    );
    return reply
      .header("cache-control", "no-store")
      .type("application/x-ndjson; charset=utf-8")
      .send(waiting);
  };
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    inner.route({ method: endpoint.method, url: endpoint.path, config: { isUpload: true }, handler: run });
  });
};

async function* written(results: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}
