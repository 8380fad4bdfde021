import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Asked, Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readForm, type TakeFile } from "./form.ts";
import { read, readAsked } from "./input.ts";
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

/** A route whose body is neither limited nor parsed before its handler asks for it; strangers are refused first. */
const mountBody = (
  app: FastifyInstance,
  { database }: Platform,
  endpoint: Endpoint,
  run: (door: IntegrationDoor, asked: object, request: FastifyRequest, reply: FastifyReply) => unknown,
  schema: object = {},
): void => {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const ask = askOf(endpoint, request);
    const door: IntegrationDoor = { within: (work) => withKey(database, ask, work) };
    await door.within(async () => {}); // refused before anything of the body is read
    const { body: _, ...parts } = endpoint;
    reply.header("cache-control", "no-store");
    return run(door, readAsked(parts, request), request, reply);
  };
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    inner.route({ method: endpoint.method, url: endpoint.path, schema, config: { isUpload: true }, handler });
  });
};

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
  let underWay = 0;
  const uploadOf = (request: FastifyRequest): Upload<Endpoint> => ({
    read: async (take) => {
      const fields = await readFields(request, endpoint.upload ?? 0, take);
      return (endpoint.body && read(endpoint.body, fields)) as never;
    },
  });
  const run = async (door: IntegrationDoor, asked: object, request: FastifyRequest) => {
    underWay++;
    try {
      if (underWay > MOST_UPLOADS) throw new AppError("unavailable", { retryAfter: 1 });
      return await hand(handle, door, asked, uploadOf(request));
    } finally {
      underWay--;
      readRest(request);
    }
  };
  mountBody(app, platform, endpoint, run, schema);
};

const readFields = async (request: FastifyRequest, fileMax: number, take: TakeFile): Promise<unknown> => {
  const { headers } = request;
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
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
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
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

/** Results that nobody fetches wait here; many senders read no answer before they have sent everything. */
const UNREAD_RESULTS = 16 * 1024 * 1024;

/** A body of lines, answered while it arrives. */
export const mountLines = (
  app: FastifyInstance,
  platform: Platform,
  endpoint: Endpoint,
  handle: Handle,
): void =>
  mountBody(app, platform, endpoint, (door, asked, request, reply) => {
    const results = hand(handle, door, asked, readLines(bodyOf(request))) as AsyncIterable<object>;
    const waiting = new PassThrough({ highWaterMark: UNREAD_RESULTS });
    pipeline(Readable.from(written(results), { objectMode: false, highWaterMark: 1 }), waiting).catch(
      (error) => {
        request.log.warn({ err: error }, "a batch ended early");
        request.raw.destroy();
      },
    );
    return reply.type("application/x-ndjson; charset=utf-8").send(waiting);
  });

async function* written(results: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}
