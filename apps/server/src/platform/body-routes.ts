import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Asked, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { readBody } from "./body.ts";
import { readForm, type TakeFile } from "./form.ts";
import { read, readAsked } from "./input.ts";
import { parseJson } from "./json.ts";
import { askOf, type Handle, hand } from "./key-routes.ts";
import { type IntegrationScope, withKey } from "./key-scope.ts";
import { bodyLimits } from "./limits.ts";
import { type ReadLine, readLines } from "./ndjson.ts";
import type { Platform } from "./platform.ts";

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

/** A body that comes with a file: what stands beside the file is read by the endpoint's schema. */
export interface Upload<E extends Endpoint> {
  /** `take` gets the file while it arrives, when there is one. */
  read(take: TakeFile): Promise<"body" extends keyof Asked<E> ? Asked<E>["body"] : never>;
}
export type UploadHandler<E extends Endpoint> = (
  door: IntegrationDoor,
  asked: Omit<Asked<E>, "body">,
  upload: Upload<E>,
) => Promise<Reply<E>>;

/** What both kinds of these routes are made of. */
interface Mounted {
  readonly endpoint: Endpoint;
  readonly handle: Handle;
  /** Refuses strangers. */
  readonly onRequest: onRequestAsyncHookHandler;
  readonly schema?: object;
}

interface BodyRoute extends Omit<Mounted, "handle"> {
  /** What is counted for each key and company. */
  readonly kind: "uploads" | "batches";
  readonly run: (
    door: IntegrationDoor,
    asked: object,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => unknown;
}

/** A route whose body is neither limited nor parsed before its handler asks for it; strangers are refused first. */
const mountBody = (
  app: FastifyInstance,
  platform: Platform,
  { endpoint, onRequest, schema = {}, kind, run }: BodyRoute,
): void => {
  const { body: _, ...parts } = endpoint;
  /** Nothing of the body is read for somebody who is refused. */
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const ask = askOf(endpoint, request);
    const door: IntegrationDoor = { within: (work) => withKey(platform, ask, work) };
    const holder = await door.within(async ({ key, companyId }) => ({
      who: `key ${key.id}`,
      company: companyId,
    }));
    const asked = readAsked(parts, request);
    app.slots[kind].take(reply, holder);
    request.leaveWork?.();
    reply.header("cache-control", "no-store");
    return run(door, asked, request, reply);
  };
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    const { method, path: url } = endpoint;
    inner.route({ method, url, schema, config: { isUpload: true }, onRequest, handler });
  });
};

const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers["content-type"]?.split(";")[0]?.trim().toLowerCase();

const bodyOf = ({ body }: FastifyRequest): Readable => (body as Readable | undefined) ?? Readable.from([]);

/** Fields beside a file, or JSON alone. */
const FIELDS = bodyLimits.known;

export const mountUpload = (
  app: FastifyInstance,
  platform: Platform,
  { endpoint, handle, onRequest, schema }: Mounted,
): void => {
  const uploadOf = (request: FastifyRequest): Upload<Endpoint> => ({
    read: async (take) => {
      const fields = await readFields(request, endpoint.upload ?? 0, take);
      return (endpoint.body && read(endpoint.body, fields)) as never;
    },
  });
  const run = async (door: IntegrationDoor, asked: object, request: FastifyRequest) =>
    hand(handle, door, asked, uploadOf(request));
  mountBody(app, platform, { endpoint, onRequest, schema, kind: "uploads", run });
};

const readFields = async (request: FastifyRequest, fileMax: number, take: TakeFile): Promise<unknown> => {
  const { headers } = request;
  const type = mediaTypeOf(request);
  if (type === "multipart/form-data") {
    return readForm(headers, bodyOf(request), fileMax + FIELDS.bytes, take);
  }
  if (type !== "application/json") fail("input.unreadable");
  return parseJson((await readBody(bodyOf(request), FIELDS)).toString("utf8"));
};

/** Results that nobody fetches wait here, some 25,000 of them; then no more lines are taken until some are read. */
const UNREAD_RESULTS = 2 * 1024 * 1024;
/** What lines are sent as, under all the names they go by; a sender may also leave it out. */
const LINES = new Set([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/jsonlines",
  "application/x-jsonlines",
  "application/json",
  "text/plain",
  undefined,
]);

/** A body of lines, answered while it arrives. */
export const mountLines = (
  app: FastifyInstance,
  platform: Platform,
  { endpoint, handle, onRequest }: Mounted,
): void => {
  const run: BodyRoute["run"] = (door, asked, request, reply) => {
    if (!LINES.has(mediaTypeOf(request))) fail("input.not_lines");
    const results = hand(handle, door, asked, readLines(bodyOf(request))) as AsyncIterable<object>;
    const waiting = new PassThrough({ readableHighWaterMark: UNREAD_RESULTS });
    pipeline(Readable.from(written(results), { objectMode: false, highWaterMark: 1 }), waiting).catch(
      (error) => {
        request.log.warn({ err: error }, "a batch ended early");
        request.raw.destroy();
      },
    );
    return reply.type("application/x-ndjson; charset=utf-8").send(waiting);
  };
  mountBody(app, platform, { endpoint, onRequest, kind: "batches", run });
};

async function* written(results: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}
