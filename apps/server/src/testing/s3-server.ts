import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "../platform/files/s3-storage.ts";

/**
 * A small S3 server with the real protocol: path-style addresses, Signature Version 4 recomputed from every request
 * and its body, the part sizes S3 accepts, ranges, and errors in XML. It keeps everything in memory.
 */
export interface S3Server {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  readonly requests: string[];
  /** This many next requests get a 503, as from a busy store. */
  beBusy(times: number): void;
  /** From now on requests of this method get no response, as from a store that hangs. */
  beSilent(method: string): void;
  /** The number of requests without a response. */
  unanswered(): number;
  stop(): Promise<void>;
}

const REGION = "us-east-1";
const BUCKET = "documents";
const LEAST_PART = 5 * 1024 * 1024;
const CLOCK_SKEW = 15 * 60_000;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
/** RFC 3986, as AWS uses it: unreserved characters stay, anything else is escaped in capitals. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, step by step. */
const mustBeSigned = (request: IncomingMessage, url: URL, body: Buffer, keys: S3Settings): void => {
  const { headers, method } = request;
  const [, accessKey, day = "", region = "", signed = "", signature = ""] =
    AUTHORIZATION.exec(headers.authorization ?? "") ?? [];
  if (!accessKey) throw new Refusal(403, "AccessDenied");
  if (accessKey !== keys.accessKey) throw new Refusal(403, "InvalidAccessKeyId");
  if (region !== keys.region) throw new Refusal(400, "AuthorizationHeaderMalformed");
  const moment = String(headers["x-amz-date"]);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(moment) ?? [];
  const sentAt = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (!(Math.abs(Date.now() - sentAt) < CLOCK_SKEW)) throw new Refusal(403, "RequestTimeTooSkewed");

  const names = signed.split(";");
  const mustSign = Object.keys(headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  if (!mustSign.every((name) => names.includes(name))) throw new Refusal(403, "AccessDenied");
  const declaredHash = String(headers["x-amz-content-sha256"]);
  if (declaredHash !== sha256(body)) throw new Refusal(400, "XAmzContentSHA256Mismatch");
  const query = [...url.searchParams]
    .map(([key, value]) => `${escaped(key)}=${escaped(value)}`)
    .toSorted()
    .join("&");
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}\n`).join("");
  const canonical = [method, url.pathname, query, lines, signed, declaredHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${keys.secretKey}`, day), region));
  const expected = hmac(key, toSign);
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex")))
    throw new Refusal(403, "SignatureDoesNotMatch");
};

const etagOf = (content: Buffer): string => `"${createHash("md5").update(content).digest("hex")}"`;

export const startS3 = async (): Promise<S3Server> => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  let busy = 0;
  const keys = { bucket: BUCKET, region: REGION, accessKey: `AK${randomUUID()}`, secretKey: randomUUID() };

  const send = (response: ServerResponse, status: number, body: string | Buffer = "", headers = {}) => {
    response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
  };

  const put = (response: ServerResponse, key: string, url: URL, body: Buffer) => {
    const upload = url.searchParams.get("uploadId");
    if (upload === null) objects.set(key, body);
    else partsOf(upload).set(Number(url.searchParams.get("partNumber")), body);
    send(response, 200, "", { etag: etagOf(body) });
  };
  const partsOf = (upload: string): Map<number, Buffer> => {
    const parts = uploads.get(upload);
    if (!parts) throw new Refusal(404, "NoSuchUpload");
    return parts;
  };
  const post = (response: ServerResponse, key: string, url: URL, body: Buffer) => {
    if (url.searchParams.has("uploads")) {
      const upload = randomUUID();
      uploads.set(upload, new Map());
      return send(
        response,
        200,
        `<InitiateMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const upload = url.searchParams.get("uploadId") ?? "";
    const stored = partsOf(upload);
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll("&quot;", '"'),
    }));
    const contents = named.map(({ number, etag }, at) => {
      const content = stored.get(number);
      if (!content || etag !== etagOf(content)) throw new Refusal(400, "InvalidPart");
      if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw new Refusal(400, "InvalidPartOrder");
      if (at < named.length - 1 && content.length < LEAST_PART) throw new Refusal(400, "EntityTooSmall");
      return content;
    });
    if (contents.length === 0) throw new Refusal(400, "MalformedXML");
    uploads.delete(upload);
    objects.set(key, Buffer.concat(contents));
    send(
      response,
      200,
      `<CompleteMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><ETag>${etagOf(Buffer.concat(contents))}</ETag></CompleteMultipartUploadResult>`,
    );
  };
  const get = (request: IncomingMessage, response: ServerResponse, key: string) => {
    const content = objects.get(key);
    if (!content) throw new Refusal(404, "NoSuchKey");
    const etag = etagOf(content);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (from === undefined) return send(response, 200, content, { etag });
    if (Number(from) >= content.length) throw new Refusal(416, "InvalidRange");
    const part = content.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${content.length}`;
    send(response, 206, part, { etag, "content-range": range });
  };

  const silent = new Set<string>();
  let unanswered = 0;
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    if (silent.has(request.method ?? "")) {
      unanswered++;
      return;
    }
    const url = new URL(request.url ?? "/", "http://s3");
    requests.push(`${request.method} ${url.pathname}`);
    if (busy > 0) {
      busy--;
      throw new Refusal(503, "SlowDown");
    }
    mustBeSigned(request, url, body, { ...keys, endpoint: "" });
    const [, bucket, ...rest] = url.pathname.split("/");
    if (bucket !== BUCKET) throw new Refusal(404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    if (key === "") return send(response, request.method === "HEAD" ? 200 : 501);
    if (request.method === "PUT") return put(response, key, url, body);
    if (request.method === "POST") return post(response, key, url, body);
    if (request.method === "DELETE") {
      const upload = url.searchParams.get("uploadId");
      if (upload === null) objects.delete(key);
      else uploads.delete(upload);
      return send(response, 204);
    }
    if (request.method !== "HEAD") return get(request, response, key);
    const content = objects.get(key);
    if (!content) throw new Refusal(404, "NoSuchKey");
    response.writeHead(200, { "content-length": content.length, etag: etagOf(content) }).end();
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      answer(request, response, Buffer.concat(chunks));
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, "InternalError");
      const errorXml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
      send(response, status, request.method === "HEAD" ? "" : errorXml, {
        "content-type": "application/xml",
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...keys, endpoint: `http://127.0.0.1:${port}` },
    objects,
    uploads,
    requests,
    beBusy: (times) => {
      busy = times;
    },
    beSilent: (method) => {
      silent.add(method);
    },
    unanswered: () => unanswered,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
