import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Settings } from "../../env.ts";
import { mustBeKey, type Storage, StorageUnavailable } from "./storage.ts";

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
      const place = objectAt(key);
      const source = content instanceof Uint8Array ? Readable.from([content]) : content;
      const parts = partsOf(source);
      try {
        const first = (await parts.next()).value ?? Buffer.alloc(0);
        const second = await parts.next();
        // What fits into one part needs one request only.
        if (second.done)
          await withStorageErrors(client.send(new PutObjectCommand({ ...place, Body: first })));
        else await putParts(client, place, first, second.value, parts);
      } finally {
        await parts.return(undefined); // releases what was not read
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
      await withStorageErrors(client.send(new DeleteObjectCommand(objectAt(key))));
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

/** Parts are sent in sequence: memory does not grow with the file, and a part can be sent again. */
const putParts = async (
  client: S3Client,
  place: { Bucket: string; Key: string },
  first: Buffer,
  second: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<void> => {
  const { UploadId } = await withStorageErrors(client.send(new CreateMultipartUploadCommand(place)));
  const upload = { ...place, UploadId };
  const sent: { ETag: string | undefined; PartNumber: number }[] = [];
  const send = async (Body: Buffer) => {
    const PartNumber = sent.length + 1;
    const { ETag } = await withStorageErrors(
      client.send(new UploadPartCommand({ ...upload, PartNumber, Body })),
    );
    sent.push({ ETag, PartNumber });
  };
  try {
    await send(first);
    await send(second);
    for await (const part of rest) await send(part);
    await withStorageErrors(
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } })),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {}); // the first error is the one to report
    throw error;
  }
};

/** A stream in pieces of one size, the last one shorter. */
async function* partsOf(source: Readable): AsyncGenerator<Buffer, undefined> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let size = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    for (let objectAt = 0; objectAt < chunk.length; ) {
      const taken = Math.min(PART_BYTES - size, chunk.length - objectAt);
      part.set(chunk.subarray(objectAt, objectAt + taken), size);
      objectAt += taken;
      size += taken;
      if (size < PART_BYTES) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_BYTES);
      size = 0;
    }
  }
  if (size > 0) yield part.subarray(0, size);
}

/** Whatever error the store returns, the caller can only try again later. */
const withStorageErrors = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw new StorageUnavailable(`The document store failed: ${(error as Error).message}`, { cause: error });
  }
};

/** A missing bucket is an error; a missing file is a result. A HEAD response distinguishes neither. */
const unlessMissing = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (["NoSuchKey", "NotFound"].includes((error as Error).name)) return undefined;
    throw new StorageUnavailable(`The document store failed: ${(error as Error).message}`, { cause: error });
  }
};
