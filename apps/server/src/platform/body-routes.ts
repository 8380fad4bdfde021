import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Asked, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readForm, type TakeFile } from "./form.ts";
import { makeBound } from "./held-streams.ts";
import { read, readAsked } from "./input.ts";
import { parseJson } from "./json.ts";
import { askOf, type Handle, hand } from "./key-routes.ts";
import { type IntegrationScope, withKey } from "./key-scope.ts";
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

interface BodyRoute {
  readonly endpoint: Endpoint;
  readonly schema?: object;
  /** Refuses somebody who has too many of these under way, by the id of their key. */
  readonly admit: ReturnType<typeof makeBound>;
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
  { endpoint, schema = {}, admit, run }: BodyRoute,
): void => {
  const { body: _, ...parts } = endpoint;
  /** Nothing of the body is read for somebody who is refused. */
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const ask = askOf(endpoint, request);
    const door: IntegrationDoor = { within: (work) => withKey(platform, ask, work) };
    const keyId = await door.within(async ({ key }) => key.id);
    const asked = readAsked(parts, request);
    admit(keyId, reply.raw);
    return { door, asked };
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { door, asked } = await enter(request, reply).catch((error) => {
      readRest(request);
      throw error;
    });
    reply.header("cache-control", "no-store");
    return run(door, asked, request, reply);
  };
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    inner.route({ method: endpoint.method, url: endpoint.path, schema, config: { isUpload: true }, handler });
  });
};

const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers["content-type"]?.split(";")[0]?.trim().toLowerCase();

const bodyOf = ({ body }: FastifyRequest): Readable => (body as Readable | undefined) ?? Readable.from([]);

/** Fields beside a file, or JSON alone. */
const FIELDS_MAX = 1024 * 1024;
/** A sender who was refused may go on sending this long, so that the refusal can be read; then the line is cut. */
const LINGER = 10_000;
/** Each may hold some megabytes on their way to the store; further senders are asked to come back. */
const MOST_UPLOADS = 16;

export const mountUpload = (
  app: FastifyInstance,
  platform: Platform,
  endpoint: Endpoint,
  handle: Handle,
  schema: object,
): void => {
  const uploadOf = (request: FastifyRequest): Upload<Endpoint> => ({
    read: async (take) => {
      const fields = await readFields(request, endpoint.upload ?? 0, take);
      return (endpoint.body && read(endpoint.body, fields)) as never;
    },
  });
  const run = async (door: IntegrationDoor, asked: object, request: FastifyRequest) => {
    try {
      return await hand(handle, door, asked, uploadOf(request));
    } finally {
      readRest(request);
    }
  };
  const admit = makeBound({ most: MOST_UPLOADS, each: MOST_UPLOADS, refusal: "unavailable" });
  mountBody(app, platform, { endpoint, schema, admit, run });
};

const readFields = async (request: FastifyRequest, fileMax: number, take: TakeFile): Promise<unknown> => {
  const { headers } = request;
  const type = mediaTypeOf(request);
  if (type === "multipart/form-data") {
    return readForm(headers, bodyOf(request), fileMax + FIELDS_MAX, take);
  }
  if (type !== "application/json") fail("input.unreadable");
  return readJson(bodyOf(request));
};

const readJson = async (body: Readable): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > FIELDS_MAX) fail("input.too_large");
      chunks.push(chunk);
    }
    return parseJson(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("input.unreadable");
  }
};

const readRest = ({ raw }: FastifyRequest): void => {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), LINGER);
  raw.once("close", () => clearTimeout(timer));
};

/** Results that nobody fetches wait here, some 25,000 of them; then no more lines are taken until some are read. */
const UNREAD_RESULTS = 2 * 1024 * 1024;
/** Each may hold its unread results and two groups of orders; one sender must leave room for others. */
const BATCHES = { most: 16, each: 8 };
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
  endpoint: Endpoint,
  handle: Handle,
): void => {
  const run: BodyRoute["run"] = (door, asked, request, reply) => {
    if (!LINES.has(mediaTypeOf(request))) {
      readRest(request);
      fail("input.not_lines");
    }
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
  mountBody(app, platform, { endpoint, admit: makeBound(BATCHES), run });
};

async function* written(results: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}
