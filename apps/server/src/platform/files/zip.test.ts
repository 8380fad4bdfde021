import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { commentOf, unzip } from "../../testing/unzip.ts";
import { type ZipEntry, zipLength, zipOf } from "./zip.ts";

const entry = (name: string, content: Buffer, chunk = 1_000): ZipEntry => ({
  name,
  size: content.length,
  modified: new Date("2026-03-31T06:00:00Z"),
  open: async () =>
    Readable.from(
      (function* () {
        for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk);
      })(),
      { objectMode: false },
    ),
});
const ENTRIES = [
  entry("a.pdf", Buffer.alloc(5_000, "a")),
  entry("Prüfzeugnis Ø 3″.pdf", Buffer.alloc(70_001, "b")),
  entry("empty.txt", Buffer.alloc(0)),
  entry("blocks.pdf", Buffer.alloc(2 * 65_535, "c"), 70_000),
];

describe("a zip", () => {
  // Also with offsets that are too large for the old records, which would otherwise take 4 GB to reach.
  test.each([undefined, 1, 6_000])(
    "contains every file unchanged, and has the announced length (Zip64 from %s)",
    async (zip64From) => {
      const zip = await buffer(zipOf(ENTRIES, { zip64From }));
      expect(zip.length).toBe(zipLength(ENTRIES, { zip64From }));
      expect(
        unzip(zip).map(({ name, content }) => [name, content.length, String(content.subarray(0, 1))]),
      ).toEqual([
        ["a.pdf", 5_000, "a"],
        ["Prüfzeugnis Ø 3″.pdf", 70_001, "b"],
        ["empty.txt", 0, ""],
        ["blocks.pdf", 131_070, "c"],
      ]);
    },
  );

  test("contains the modification time of a file for any time zone", async () => {
    const [file] = unzip(await buffer(zipOf(ENTRIES)));
    expect(file?.modified).toEqual(new Date("2026-03-31T06:00:00Z"));
  });

  const note = (lost: readonly ZipEntry[]) =>
    lost.length > 0
      ? { name: "_missing.txt", text: lost.map(({ name }) => `No ${name}\n`).join("") }
      : undefined;
  const gone = async () => undefined;
  const failing = async () => {
    throw new Error("The store is away.");
  };
  const emptied = async () => Readable.from([]);
  const breaking = async () =>
    Readable.from(
      // biome-ignore lint/correctness/useYield: it breaks before its first byte
      (async function* (): AsyncGenerator<Buffer> {
        throw new Error("The store is away.");
      })(),
    );

  // Sizes around what fits an empty block, and around where offsets become large.
  test.each(
    [gone, failing, emptied, breaking].flatMap((open) =>
      [undefined, 1, 6_000, 75_200, 75_300].map((zip64From) => ({ open, zip64From })),
    ),
  )(
    "has the announced length, and a note, when a file cannot be read ($open.name, Zip64 from $zip64From)",
    async ({ open, zip64From }) => {
      for (let size = 60; size < 66; size++) {
        const lost = { ...entry("lost.pdf", Buffer.alloc(size)), open };
        const entries = [...ENTRIES.slice(0, 1), lost, ...ENTRIES.slice(1)];
        const zip = await buffer(zipOf(entries, { zip64From, note }));
        expect(zip.length).toBe(zipLength(entries, { zip64From, note }));
        const files = unzip(zip);
        expect(files.map(({ name }) => name)).toEqual([...ENTRIES.map(({ name }) => name), "_missing.txt"]);
        expect(String(files.at(-1)?.content).trimEnd()).toBe("No lost.pdf");
      }
    },
  );

  test.each([undefined, 1, 6_000])(
    "uses its comment when a very small file has no space for the note, and has the announced length (Zip64 from %s)",
    async (zip64From) => {
      for (let size = 0; size < 60; size++) {
        const lost = { ...entry("lost.txt", Buffer.alloc(size)), open: gone };
        const entries = [...ENTRIES.slice(0, 1), lost, ...ENTRIES.slice(1)];
        const words = { name: "_missing.txt", text: "The file of lost.txt is missing.\r\n" };
        const tell = (some: readonly ZipEntry[]) => (some.length > 0 ? words : undefined);
        const zip = await buffer(zipOf(entries, { zip64From, note: tell }));
        expect(zip.length).toBe(zipLength(entries, { zip64From, note: tell }));
        const files = unzip(zip);
        const told = files.length > ENTRIES.length ? String(files.at(-1)?.content) : commentOf(zip);
        expect(told.trimEnd()).toBe("The file of lost.txt is missing.");
        if (size === 0) expect(files.map(({ name }) => name)).toEqual(ENTRIES.map(({ name }) => name));
      }
    },
  );

  test("continues after large files that cannot be read, and ends when the store is unavailable", async () => {
    const large = (name: string, open: ZipEntry["open"]) => ({ ...entry(name, Buffer.alloc(900_001)), open });
    const some = [
      large("1", failing),
      large("2", gone),
      large("3", failing),
      ...ENTRIES,
      large("4", failing),
    ];
    const files = unzip(await buffer(zipOf(some, { note })));
    expect(String(files.at(-1)?.content).trimEnd()).toBe("No 1\nNo 2\nNo 3\nNo 4");
    const away = [large("1", failing), large("2", failing), large("3", failing), ...ENTRIES];
    await expect(buffer(zipOf(away, { note }))).rejects.toThrow("The store is away.");
    await expect(buffer(zipOf([large("1", gone)]))).rejects.toThrow("1 is gone.");
  });

  test("of nothing is a zip", async () => {
    expect(unzip(await buffer(zipOf([])))).toEqual([]);
  });

  test("can be read from its beginning, without its directory, as gateways and importers do", async () => {
    const zip = await buffer(zipOf(ENTRIES));
    let at = 0;
    for (const { name, size } of ENTRIES) {
      expect(zip.readUInt32LE(at)).toBe(0x04034b50);
      const named = zip.readUInt16LE(at + 26);
      const from = at + 30 + named + zip.readUInt16LE(at + 28);
      expect(zip.toString("utf8", at + 30, at + 30 + named)).toBe(name);
      // Only the bytes themselves show where they end.
      const { buffer: content, engine } = inflateRawSync(zip.subarray(from), { info: true }) as unknown as {
        buffer: Buffer;
        engine: { bytesWritten: number };
      };
      at = from + engine.bytesWritten;
      expect([content.length, zip.readUInt32LE(at), zip.readUInt32LE(at + 4)]).toEqual([
        size,
        0x08074b50,
        crc32(content),
      ]);
      at += 16;
    }
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
  });

  test.each([
    [11, "10 bytes instead of 11"],
    [9, "more than 9 bytes"],
    [0, "more than 0 bytes"],
  ])("fails instead of being invalid when a file of 10 bytes was announced with %i", async (size, words) => {
    await expect(buffer(zipOf([{ ...entry("a", Buffer.alloc(10)), size }]))).rejects.toThrow(words);
  });

  test("reads one file after the other, as fast as it is read itself, and stops when its reader stops", async () => {
    let opened = 0;
    let closed = 0;
    let given = 0;
    const counted = (n: number): ZipEntry => ({
      name: `${n}`,
      size: 1_000_000,
      modified: new Date(),
      open: async () => {
        opened++;
        const content = Readable.from(
          (function* () {
            for (let at = 0; at < 10; at++) {
              given += 100_000;
              yield Buffer.alloc(100_000);
            }
          })(),
          { objectMode: false },
        );
        content.once("close", () => closed++);
        return content;
      },
    });
    const zip = zipOf(Array.from({ length: 50 }, (_, n) => counted(n)));
    let read = 0;
    for await (const chunk of zip) {
      read += (chunk as Buffer).length;
      expect(given - read).toBeLessThan(1_000_000);
      expect(opened - closed).toBeLessThanOrEqual(1);
      if (read > 2_500_000) break;
    }
    expect(opened).toBe(3);
    await eventually(() => expect(closed).toBe(3));
  });

  test("closes a file that was announced and is not read", async () => {
    const [file] = ENTRIES;
    const content = await file?.open();
    if (!file || !content) throw new Error("There is no file.");
    const zip = zipOf([{ ...file, open: async () => content }]);
    for await (const _header of zip) break;
    await eventually(() => expect(content.destroyed).toBe(true));
  });
});
