import { Readable } from "node:stream";
import type { ByteRange, Storage } from "../../platform/files/storage.ts";
import { TAR_END, tarHeader, tarPadding, tarSize } from "../../platform/files/tar.ts";
import type { ExportRecord } from "./export.queries.ts";
import { exportedDocuments } from "./exported-documents.ts";

/** What the archive begins and ends with. */
export const MANIFEST = "manifest.json";
const README = "README.txt";
export const CHECKSUMS = "checksums.sha256";

/** As `sha256sum -c` reads it. */
const checksumLine = ({ path, sha256 }: { path: string; sha256: string }): string => `${sha256}  ${path}\n`;

type Export = Pick<ExportRecord, "created_at" | "tables" | "missing" | "manifest" | "readme">;
type Content = AsyncIterable<Uint8Array>;

interface Entry {
  readonly name: string;
  readonly size: number;
  /** Its bytes from a position on. */
  readonly from: (position: number) => Promise<Content>;
}

const textEntry = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, from: async (at) => Readable.from([bytes.subarray(at)]) };
};

const storedEntry = (storage: Storage, name: string, key: string, size: number): Entry => ({
  name,
  size,
  from: async (at) => {
    const file = size > at ? await storage.get(key, { from: at, to: size - 1 }) : Readable.from([]);
    if (!file) throw new Error(`${name} is gone.`);
    return file;
  },
});

/** The entries whose content is known before the documents are looked at. */
const firstEntries = (storage: Storage, one: Export): Entry[] => [
  textEntry(MANIFEST, one.manifest ?? ""),
  textEntry(README, one.readme ?? ""),
  ...one.tables.flatMap(({ files }) =>
    files.map(({ path, key, size }) => storedEntry(storage, path, key, size)),
  ),
];

async function* presentDocuments(storage: Storage, one: Export) {
  const missing = new Set(one.missing);
  for await (const document of exportedDocuments(storage, one)) if (!missing.has(document.id)) yield document;
}

const tableFiles = ({ tables }: Export) => tables.flatMap(({ files }) => files);

async function* checksumLines(storage: Storage, one: Export): AsyncGenerator<Buffer> {
  for (const file of tableFiles(one)) yield Buffer.from(checksumLine(file));
  for await (const document of presentDocuments(storage, one)) yield Buffer.from(checksumLine(document));
}

async function* withoutFirst(content: Content, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of content) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** What a document takes in the archive: its entry, and its line among the checksums. */
export const documentBytes = (document: { path: string; size: number; sha256: string }) => ({
  entry: tarSize(document.size),
  line: checksumLine(document).length,
});

/** The length of the archive, from what its documents take. */
export const archiveLength = (
  storage: Storage,
  one: Export,
  documents: { readonly entries: number; readonly lines: number },
): number => {
  const first = firstEntries(storage, one).reduce((sum, { size }) => sum + tarSize(size), 0);
  const lines = tableFiles(one).reduce((sum, file) => sum + checksumLine(file).length, documents.lines);
  return first + documents.entries + tarSize(lines) + TAR_END.length;
};

/**
 * The archive, or a part of it, as a stream that is made while it is read: its bytes depend on the export only, so that an
 * interrupted download can go on.
 */
export const openArchive = (storage: Storage, one: Export, part: ByteRange): Readable => {
  async function* entries(): AsyncGenerator<Entry> {
    yield* firstEntries(storage, one);
    let lines = tableFiles(one).reduce((sum, file) => sum + checksumLine(file).length, 0);
    for await (const document of presentDocuments(storage, one)) {
      lines += checksumLine(document).length;
      yield storedEntry(storage, document.path, document.storage_key, document.size);
    }
    yield {
      name: CHECKSUMS,
      size: lines,
      from: async (at) => withoutFirst(checksumLines(storage, one), at),
    };
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let at = 0;
    /** Bytes of the archive that begin at `at`; what is outside the part is left out. */
    const inside = (bytes: Uint8Array): Uint8Array => {
      const cut = bytes.subarray(Math.max(0, part.from - at), Math.max(0, part.to + 1 - at));
      at += bytes.length;
      return cut;
    };
    for await (const entry of entries()) {
      if (at > part.to) return;
      if (at + tarSize(entry.size) <= part.from) {
        at += tarSize(entry.size);
        continue;
      }
      yield inside(tarHeader(entry.name, entry.size, one.created_at));
      const skipped = Math.min(entry.size, Math.max(0, part.from - at));
      at += skipped;
      for await (const chunk of await entry.from(skipped)) {
        yield inside(chunk);
        if (at > part.to) return;
      }
      yield inside(tarPadding(entry.size));
    }
    yield inside(TAR_END);
  }
  async function* filled() {
    for await (const chunk of chunks()) if (chunk.length > 0) yield chunk;
  }
  return Readable.from(filled(), { objectMode: false });
};
