import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeBucket, realS3, unfinishedUploads } from "../../testing/real-s3.ts";
import { type S3Server, startS3 } from "../../testing/s3-server.ts";
import { directoryStorage, removePartialUploads } from "./directory-storage.ts";
import type { S3Settings } from "./s3-storage.ts";
import { s3Storage } from "./s3-storage.ts";
import { type Storage, StorageUnavailable } from "./storage.ts";

const MB = 1024 * 1024;
const root = mkdtempSync(join(tmpdir(), "mcc-storage-"));
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3();
  if (realS3) await makeBucket(realS3);
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await s3.stop();
});

/** Every file below a folder, by its path. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const real = realS3;
const STORES = {
  "a directory": {
    open: () => directoryStorage(root),
    unfinished: async () => filesIn(join(root, ".unfinished")),
  },
  "an S3 store": { open: () => s3Storage(s3.settings), unfinished: async () => [...s3.uploads.keys()] },
  ...(real && {
    "a real S3 server": { open: () => s3Storage(real), unfinished: () => unfinishedUploads(real) },
  }),
};

test(`a real S3 server ${realS3 ? "is tested" : "was left out: MCC_TEST_S3_URL names none"}`, () => {
  expect(Object.keys(STORES)).toHaveLength(realS3 ? 3 : 2);
});

/** Content in chunks that fit no part size, so that parts begin and end inside of them. */
const inChunks = (content: Buffer, size = 700_001): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    })(),
    { objectMode: false },
  );

describe.each(Object.entries(STORES))("%s", (_name, { open, unfinished }) => {
  let storage: Storage;
  beforeAll(() => {
    storage = open();
  });
  const read = async (key: string, part?: { from: number; to: number }): Promise<Buffer | undefined> => {
    const content = await storage.get(key, part);
    return content && buffer(content);
  };

  test.each([
    ["no bytes", 0],
    ["few bytes", 11],
    ["one part exactly", 5 * MB],
    ["two parts exactly", 10 * MB],
    ["several parts and a rest", 17 * MB + 3],
  ])("returns what was stored: %s (DOC-035)", async (_, size) => {
    const content = randomBytes(size);
    await storage.put("a/file", inChunks(content));
    expect(await storage.sizeOf("a/file")).toBe(size);
    const found = (await read("a/file")) as Buffer;
    expect(createHash("sha256").update(found).digest("hex")).toBe(
      createHash("sha256").update(content).digest("hex"),
    );
  });

  test("returns a part of a file, both ends included", async () => {
    await storage.put("a/letters", Buffer.from("abcdefghij"));
    expect(String(await read("a/letters", { from: 0, to: 2 }))).toBe("abc");
    expect(String(await read("a/letters", { from: 7, to: 9 }))).toBe("hij");
  });

  test("returns null for a missing file, and ignores its deletion", async () => {
    expect(await storage.get("a/absent")).toBeUndefined();
    expect(await storage.sizeOf("a/absent")).toBeUndefined();
    await storage.delete("a/absent");
    await storage.put("a/present", Buffer.from("x"));
    await storage.delete("a/present");
    expect(await storage.sizeOf("a/present")).toBeUndefined();
    expect(await storage.get("a/present/below")).toBeUndefined();
  });

  test.each([0, 12 * MB])(
    "keeps what was there when a source fails after %i bytes, and leaves nothing behind",
    async (after) => {
      await storage.put("a/kept", Buffer.from("as it was"));
      const failing = Readable.from(
        (async function* () {
          if (after > 0) yield Buffer.alloc(after);
          throw new Error("the sender hung up");
        })(),
        { objectMode: false },
      );
      await expect(storage.put("a/kept", failing)).rejects.toThrow("the sender hung up");
      expect(String(await read("a/kept"))).toBe("as it was");
      expect(await unfinished()).toEqual([]);
    },
  );

  test("two writers of one key: one of them wins, whole", async () => {
    const contents = Array.from({ length: 4 }, (_, n) => Buffer.alloc(9 * MB, n));
    await Promise.all(contents.map((content) => storage.put("a/contested", inChunks(content))));
    const found = (await read("a/contested")) as Buffer;
    expect(contents.some((content) => content.equals(found))).toBe(true);
  });

  test.each([
    "",
    "..",
    "../outside",
    "a/../../outside",
    "/etc/passwd",
    "a//b",
    "a/",
    "a\\b",
    "a/.hidden",
    ".unfinished/x",
    "C:/x",
    "a\u0000b",
    "a/b?versionId=1",
    "Ä",
    "x".repeat(300),
  ])("accepts no key that could be a path outside: %j", async (key) => {
    for (const attempt of [
      storage.put(key, Buffer.from("x")),
      storage.get(key),
      storage.sizeOf(key),
      storage.delete(key),
    ]) {
      await expect(attempt).rejects.toThrow("Not a storage key");
    }
  });

  test("is reachable", async () => {
    await storage.mustBeReachable();
  });
});

describe("a directory", () => {
  test("deletes incomplete files of a crash a day ago, and nothing younger", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcc-crashed-"));
    mkdirSync(join(folder, ".unfinished"));
    const [old, young] = ["old", "young"].map((name) => join(folder, ".unfinished", name)) as [
      string,
      string,
    ];
    for (const path of [old, young]) writeFileSync(path, "half");
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    utimesSync(old, twoDaysAgo, twoDaysAgo);
    await removePartialUploads(folder);
    expect(filesIn(folder)).toEqual([young]);
    rmSync(folder, { recursive: true });
  });

  test("that cannot be written is unavailable, not broken", async () => {
    const file = join(root, "plain-file");
    writeFileSync(file, "x");
    const storage = directoryStorage(join(file, "below"));
    await expect(storage.mustBeReachable()).rejects.toThrow();
    await expect(storage.put("a/b", Buffer.from("x"))).rejects.toThrow();
  });
});

describe("an S3 store", () => {
  const stores = (): S3Settings[] => [s3.settings, ...(realS3 ? [realS3] : [])];

  test("that rejects the credentials is unavailable", async () => {
    for (const settings of stores())
      for (const wrong of [{ secretKey: "wrong" }, { accessKey: "wrong" }]) {
        const storage = s3Storage({ ...settings, ...wrong });
        await expect(storage.put("a/refused", Buffer.from("x"))).rejects.toBeInstanceOf(StorageUnavailable);
        await expect(storage.put("a/refused", Buffer.alloc(6 * MB))).rejects.toBeInstanceOf(
          StorageUnavailable,
        );
        await expect(storage.get("a/letters")).rejects.toBeInstanceOf(StorageUnavailable);
        await expect(storage.delete("a/letters")).rejects.toBeInstanceOf(StorageUnavailable);
        await expect(storage.mustBeReachable()).rejects.toThrow();
        expect(await s3Storage(settings).sizeOf("a/refused")).toBeUndefined();
        expect(await s3Storage(settings).sizeOf("a/letters")).toBe(10);
      }
  });

  test("without the bucket is unavailable: its files do not count as missing", async () => {
    for (const settings of stores()) {
      const storage = s3Storage({ ...settings, bucket: "another" });
      await expect(storage.get("a/b")).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(storage.mustBeReachable()).rejects.toThrow();
    }
  });

  test("that is busy for a moment is retried, also in the middle of a file", async () => {
    const storage = s3Storage(s3.settings);
    const content = randomBytes(17 * MB);
    s3.beBusy(2);
    await storage.put("a/busy", inChunks(content));
    s3.beBusy(2);
    expect(await storage.sizeOf("a/busy")).toBe(content.length);
  });

  test("waits for a reader who pauses longer than a store may take to respond (DOC-035)", async () => {
    const content = randomBytes(24 * MB);
    await s3Storage(s3.settings).put("a/paused", inChunks(content));
    const found = (await s3Storage(s3.settings, 100).get("a/paused")) as IncomingMessage;
    await once(found, "readable");
    await once(found.socket, "timeout");
    expect((await buffer(found)).equals(content)).toBe(true);
  });

  test("that stops responding in the middle of a file is unavailable", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": 1_000 }).write("half");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = (await s3Storage({ ...s3.settings, endpoint }, 100).get("a/b")) as Readable;
    await expect(buffer(found)).rejects.toBeInstanceOf(StorageUnavailable);
    server.closeAllConnections();
    server.close();
  });

  test("that stops responding after its reader has paused is unavailable too", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": 2 * MB }).write(randomBytes(MB));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = (await s3Storage({ ...s3.settings, endpoint }, 100).get("a/b")) as IncomingMessage;
    await once(found, "readable");
    await once(found.socket, "timeout");
    await expect(buffer(found)).rejects.toBeInstanceOf(StorageUnavailable);
    server.closeAllConnections();
    server.close();
  });

  test("that has stopped is unavailable", async () => {
    const gone = await startS3();
    await gone.stop();
    const storage = s3Storage(gone.settings);
    await expect(storage.sizeOf("a/b")).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(storage.put("a/b", Buffer.from("x"))).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
