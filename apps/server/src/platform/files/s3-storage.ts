import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { mustBeKey, type Storage, StorageUnavailable } from "./storage.ts";

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The memory of an upload, at most twice this; S3 accepts no smaller part except the last. */
const PART_BYTES = 5 * 1024 * 1024;
const CONNECT_TIMEOUT = 5_000;
/** A store that sends nothing for so long, though we would read it, has stalled. */
const IDLE_TIMEOUT = 30_000;
/** The time limit for sending a part and receiving the response: about 1 Mbit/s. */
const RESPONSE_TIMEOUT = 60_000;
const MAX_ATTEMPTS = 4;
const MAX_CONNECTIONS = 64;

/** Any S3-compatible store. */
export const s3Storage = (
  { endpoint, bucket, region, accessKey, secretKey }: S3Settings,
  idleTimeout = IDLE_TIMEOUT,
): Storage => {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: RESPONSE_TIMEOUT,
      throwOnRequestTimeout: true,
      socketTimeout: 0, // it would count a receiver's pauses as the store's
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
    // Not every compatible store supports newer checksums; bodies are still signed by their SHA-256.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const objectAt = (key: string) => {
    mustBeKey(key);
    return { Bucket: bucket, Key: key };
  };

  return {
    put: async (key, content) => {
      const source = content instanceof Uint8Array ? Readable.from([content]) : content;
      const params = { ...objectAt(key), Body: source };
      // Parts are sent one after the other: memory does not grow with the file. What was sent is deleted on a failure.
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 });
      try {
        await upload.done();
      } catch (error) {
        throw ownFailureOf(source) ?? unavailable(error);
      } finally {
        source.destroy(); // releases what was not read
      }
    },
    get: async (key, part) => {
      const Range = part && `bytes=${part.from}-${part.to}`;
      const found = await unlessMissing(client.send(new GetObjectCommand({ ...objectAt(key), Range })));
      return found && destroyWhenIdle(found.Body as IncomingMessage, idleTimeout);
    },
    sizeOf: async (key) =>
      (await unlessMissing(client.send(new HeadObjectCommand(objectAt(key)))))?.ContentLength,
    delete: async (key) => {
      await unlessMissing(client.send(new DeleteObjectCommand(objectAt(key))));
    },
    mustBeReachable: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
  };
};

/** A store that stops responding is aborted; one that waits because its data is not read is not. */
const destroyWhenIdle = (body: IncomingMessage, after: number): Readable => {
  const { socket } = body;
  const onIdle = () => {
    // The reader pauses, so no data arrives; after it continues, the store may still stop responding.
    if (body.readableLength > 0) return void socket.setTimeout(after);
    if (body.complete) return;
    body.destroy(new StorageUnavailable("The document store stopped in the middle of a file."));
  };
  body.on("error", () => {}); // it may break before anybody has begun to read it
  socket.setTimeout(after);
  socket.on("timeout", onIdle);
  body.once("close", () => {
    socket.setTimeout(0);
    socket.removeListener("timeout", onIdle);
  });
  return body;
};

/** A source that is no longer read, because the store has refused a part, is aborted: that is no failure of its own. */
const ownFailureOf = ({ errored }: Readable): Error | undefined =>
  errored && errored.name !== "AbortError" ? errored : undefined;

/** Whatever error the store returns, the caller can only try again later. */
const unavailable = (error: unknown): StorageUnavailable =>
  new StorageUnavailable(`The document store failed: ${(error as Error).message}`, { cause: error });

/** A missing bucket is an error; a missing file is a result. A HEAD response distinguishes neither. */
const unlessMissing = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (["NoSuchKey", "NotFound"].includes((error as Error).name)) return undefined;
    throw unavailable(error);
  }
};
