import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isKeyAllow } from "@mcc/contract/access/key-scopes.ts";
import type { Endpoint, EndpointInput, Reply } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { type IntegrationTransactions, withApiKey } from "../access/keys/api-key-scope.ts";
import type { EnteredCompanies } from "../access/transactions.ts";
import { scanned } from "../files/virus-scanner.ts";
import { parseInput, parseRequest } from "../input/input.ts";
import { parseJson } from "../input/json.ts";
import { type NdjsonLine, readLines } from "../input/ndjson.ts";
import type { FileReceiver, Upload } from "../input/upload.ts";
import type { Services } from "../services.ts";
import { type AnyHandler, callHandler, credentialsOf } from "./api-key-routes.ts";
import { bodyLimits, timeouts } from "./limits/limits.ts";
import type { Holder } from "./limits/slots.ts";
import { fileTooLarge, readForm } from "./multipart-form.ts";
import type { responseOf } from "./reply-schema.ts";
import { readBody } from "./request-body.ts";
import { transactionsOf } from "./session-transactions.ts";

/** A body of lines without end, and a result for each of them. */
export type LinesHandler<E extends Endpoint> = (
  transactions: IntegrationTransactions,
  input: Omit<EndpointInput<E>, "body">,
  lines: AsyncIterable<NdjsonLine>,
) => AsyncIterable<Reply<E>>;

export type UploadHandler<E extends Endpoint> = (
  transactions: IntegrationTransactions,
  input: Omit<EndpointInput<E>, "body">,
  upload: Upload<E>,
) => Promise<Reply<E>>;

/** The same for an endpoint of platform admins, whose work is in a company. */
export type CompanyUploadHandler<E extends Endpoint> = (
  companies: EnteredCompanies,
  input: Omit<EndpointInput<E>, "body">,
  upload: Upload<E>,
) => Promise<Reply<E>>;

/** The common parts of both kinds of these routes. */
interface Mounted {
  readonly endpoint: Endpoint;
  readonly handle: AnyHandler;
  /** Refuses unauthenticated callers. */
  readonly onRequest: onRequestAsyncHookHandler;
  readonly response?: ReturnType<typeof responseOf>;
}

/** The transactions of a caller whose rights were checked, and who holds the slot. */
interface CheckedCaller {
  readonly transactions: IntegrationTransactions | EnteredCompanies;
  readonly holder: Holder;
}

interface StreamedBodyRoute extends Omit<Mounted, "handle"> {
  /** What is counted for each caller and company. */
  readonly kind: "uploads" | "batches";
  readonly run: (
    transactions: CheckedCaller["transactions"],
    input: object,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => unknown;
}

const checkKey = async (services: Services, endpoint: Endpoint, request: FastifyRequest) => {
  const credentials = credentialsOf(endpoint, request);
  const transactions: IntegrationTransactions = { run: (work) => withApiKey(services, credentials, work) };
  const holder = await transactions.run(async ({ key, companyId }) => ({
    who: `key ${key.id}`,
    company: companyId,
  }));
  return { transactions, holder };
};

const checkUser = async (services: Services, endpoint: Endpoint, request: FastifyRequest) => {
  const transactions = transactionsOf(services, endpoint, request);
  const holder = await transactions.run(async ({ who }) => ({ who: `user ${who.id}` }));
  return { transactions, holder };
};

/** A route whose body is neither limited nor parsed before its handler reads it; unauthenticated callers are refused first. */
const mountStreamedBody = (
  app: FastifyInstance,
  services: Services,
  { endpoint, onRequest, response, kind, run }: StreamedBodyRoute,
): void => {
  const { body: _, ...parts } = endpoint;
  /** The body is not read for a caller who is refused. */
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const check = isKeyAllow(endpoint.allow) ? checkKey : checkUser;
    const { transactions, holder }: CheckedCaller = await check(services, endpoint, request);
    const input = parseRequest(parts, request);
    app.slots[kind].take(reply, holder);
    request.leaveWork?.();
    reply.header("cache-control", "no-store");
    return run(transactions, input, request, reply);
  };
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    const { method, path: url } = endpoint;
    inner.route({ method, url, ...response, config: { isUpload: true }, onRequest, handler });
  });
};

const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers["content-type"]?.split(";")[0]?.trim().toLowerCase();

const bodyOf = ({ body }: FastifyRequest): Readable => (body as Readable | undefined) ?? Readable.from([]);

/** Fields sent with a file, or JSON only. */
const FIELDS = bodyLimits.known;

export const mountUpload = (
  app: FastifyInstance,
  services: Services,
  { endpoint, handle, onRequest, response }: Mounted,
): void => {
  const uploadOf = (request: FastifyRequest): Upload<Endpoint> => ({
    read: async (onFile) => {
      const fields = await readFields(request, endpoint, (file) =>
        onFile({ ...file, content: scanned(services, file.content) }),
      );
      // From here on the sender waits for the server, which may take minutes to store a large file. A request that did
      // not come over the network has no such socket.
      request.raw.socket.setTimeout?.(timeouts.upload);
      return (endpoint.body && parseInput(endpoint.body, fields)) as never;
    },
  });
  const run: StreamedBodyRoute["run"] = async (transactions, input, request) =>
    callHandler(handle, transactions, input, uploadOf(request));
  mountStreamedBody(app, services, { endpoint, onRequest, response, kind: "uploads", run });
};

const readFields = async (
  request: FastifyRequest,
  { upload: fileMax = 0, allow }: Endpoint,
  onFile: FileReceiver,
): Promise<unknown> => {
  const { headers } = request;
  const type = mediaTypeOf(request);
  if (type === "multipart/form-data") {
    // The words of the error are about documents, which keys send.
    const tooLarge = isKeyAllow(allow) ? undefined : fileTooLarge(fileMax);
    return readForm(headers, bodyOf(request), fileMax + FIELDS.bytes, onFile, tooLarge);
  }
  if (type !== "application/json") fail("input.unreadable");
  return parseJson((await readBody(bodyOf(request), FIELDS)).toString("utf8"));
};

/** Unread results are buffered here, about 25,000 of them; then no more lines are read until some are consumed. */
const MAX_UNREAD_BYTES = 2 * 1024 * 1024;
/** The content types of lines, under all their names; a sender may also omit it. */
const LINE_MEDIA_TYPES = new Set([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/jsonlines",
  "application/x-jsonlines",
  "application/json",
  "text/plain",
  undefined,
]);

/** A body of lines; results are sent while it arrives. */
export const mountLines = (
  app: FastifyInstance,
  services: Services,
  { endpoint, handle, onRequest }: Mounted,
): void => {
  const run: StreamedBodyRoute["run"] = (transactions, input, request, reply) => {
    if (!LINE_MEDIA_TYPES.has(mediaTypeOf(request))) fail("input.not_lines");
    const results = callHandler(
      handle,
      transactions,
      input,
      readLines(bodyOf(request)),
    ) as AsyncIterable<object>;
    const output = new PassThrough({ readableHighWaterMark: MAX_UNREAD_BYTES });
    pipeline(Readable.from(jsonLines(results), { objectMode: false, highWaterMark: 1 }), output).catch(
      (error) => {
        request.log.warn({ err: error }, "a batch ended early");
        request.raw.destroy();
      },
    );
    return reply.type("application/x-ndjson; charset=utf-8").send(output);
  };
  mountStreamedBody(app, services, { endpoint, onRequest, kind: "batches", run });
};

async function* jsonLines(results: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}
