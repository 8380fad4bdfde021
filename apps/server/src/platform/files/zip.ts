import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import {
  centralHeader,
  centralLength,
  descriptor,
  ending,
  endLength,
  endsLarge,
  FOUR_BYTES,
  localHeader,
  localLength,
  type WrittenEntry,
} from "./zip-records.ts";

/** One file of a zip. Its size is known in advance; its bytes are read when they are needed. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
  /** Null when the file is missing. */
  readonly open: () => Promise<Readable | undefined>;
}

/** A text at the end of a zip. */
export interface ZipNote {
  readonly name: string;
  readonly text: string;
}

interface ZipOptions<E extends ZipEntry> {
  readonly zip64From?: number;
  /** The zip's note about files that could not be read. Without it such a file ends the zip. */
  readonly note?: (missing: readonly E[]) => ZipNote | undefined;
}

/** After this many unreadable files in a row the store is considered unavailable, and the zip fails. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Deflate's blocks for what cannot be packed any further: a head each, and then the bytes as they are. */
const BLOCK = 65_535;
const BLOCK_HEAD = 5;

const packedSize = (size: number): number => size + BLOCK_HEAD * Math.max(1, Math.ceil(size / BLOCK));

const blockHead = (length: number, isLast: boolean): Buffer => {
  const head = Buffer.alloc(BLOCK_HEAD);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
};

type Chunks = AsyncIterable<Buffer>;

/** A file in blocks; they depend on its size only, whatever chunks it is read in. */
async function* inBlocks(
  { name, size }: Pick<ZipEntry, "name" | "size">,
  content: Chunks,
  onRead: (chunk: Buffer) => void,
) {
  let read = 0;
  let ends = 0;
  const nextBlock = () => {
    ends = Math.min(read + BLOCK, size);
    return blockHead(ends - read, ends === size);
  };
  if (size === 0) yield nextBlock();
  for await (const chunk of content) {
    if (read + chunk.length > size) throw new Error(`${name} has more than ${size} bytes.`);
    onRead(chunk);
    for (let at = 0; at < chunk.length; ) {
      if (read === ends) yield nextBlock();
      const piece = chunk.subarray(at, at + ends - read);
      at += piece.length;
      read += piece.length;
      yield piece;
    }
  }
  if (read !== size) throw new Error(`${name} has ${read} bytes instead of ${size}.`);
}

/** Empty blocks: they fill the space of a file that could not be read, and unpack to no bytes. */
function* emptyBlocks(length: number): Generator<Buffer> {
  const some = Buffer.concat(Array.from({ length: 4_096 }, () => blockHead(0, false)));
  for (let left = length; left > 0; left -= some.length) yield some.subarray(0, left);
}

interface OpenedEntry {
  readonly content: Chunks;
  /** However far it was read, or not at all. */
  close(): Promise<unknown>;
}

/** A file whose first bytes are available, so that its header can be written; null when it is missing. */
const openEntry = async ({ open, size }: ZipEntry): Promise<OpenedEntry | undefined> => {
  const content = await open();
  if (!content) return undefined;
  const chunks: AsyncIterator<Buffer> = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done && size > 0) return undefined;
  async function* allChunks() {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  }
  return { content: allChunks(), close: async () => chunks.return?.() };
};

/** Documents are already compressed, so the zip stores them unchanged, one after the other, a chunk at a time. */
async function* zipChunks<E extends ZipEntry>(
  entries: readonly E[],
  { zip64From = FOUR_BYTES, note }: ZipOptions<E>,
): AsyncGenerator<Buffer> {
  const promisedLength = zipLength(entries, { zip64From, note });
  const written: WrittenEntry[] = [];
  let offset = 0;
  async function* file(entry: Pick<E, "name" | "size" | "modified">, content: Chunks, filling = 0) {
    const { size, modified } = entry;
    const name = Buffer.from(entry.name);
    const packed = filling + packedSize(size);
    let crc = 0;
    yield localHeader(name, modified);
    yield* emptyBlocks(filling);
    yield* inBlocks(entry, content, (chunk) => {
      crc = crc32(chunk, crc);
    });
    yield descriptor(crc, packed, size);
    written.push({ name, modified, size, packed, offset, crc });
    offset += localLength(name.length) + packed;
  }

  const missing: E[] = [];
  let failed = 0;
  for (const entry of entries) {
    let source: OpenedEntry | undefined;
    try {
      source = await openEntry(entry);
      failed = 0;
    } catch (error) {
      if (!note || ++failed === MAX_FAILURES_IN_A_ROW) throw error;
    }
    try {
      if (source) yield* file(entry, source.content);
      else if (note) missing.push(entry);
      else throw new Error(`${entry.name} is gone.`);
    } finally {
      await source?.close();
    }
  }

  /** The size of a note in addition to its content, and of everything after it. */
  const noteTakes = (noteName: string): number => {
    const named = Buffer.byteLength(noteName);
    const lengths = written.map(({ name, offset: at }) => centralLength(name.length, at, zip64From));
    lengths.push(centralLength(named, offset, zip64From));
    const all = lengths.reduce((sum, length) => sum + length, 0);
    const isLarge = endsLarge(lengths.length, all, promisedLength - all - endLength(false), zip64From);
    return localLength(named) + all + endLength(isLarge);
  };
  const last = note?.(missing);
  const filled = last && paddedNote(last, promisedLength - offset - noteTakes(last.name));
  if (last && filled) {
    const entry = { name: last.name, size: filled.content.length, modified: new Date() };
    yield* file(entry, Readable.from([filled.content]), filled.filling);
  }
  let directory = 0;
  for (const each of written) {
    const header = centralHeader(each, zip64From);
    directory += header.length;
    yield header;
  }
  const large = endsLarge(written.length, directory, offset, zip64From);
  const space = promisedLength - offset - directory - endLength(large);
  const comment = paddedComment(filled ? "" : (last?.text ?? ""), space);
  yield ending({ entries: written.length, size: directory, offset, large, comment });
}

/** The text of a note for which the space of a very small file is too small. */
const paddedComment = (noteText: string, space: number): Buffer => {
  const comment = Buffer.alloc(space, " ");
  comment.write(noteText);
  return comment;
};

/**
 * The text of a note, and the padding before it so that it fills its space: empty blocks are 5 bytes each. Null where
 * it does not fit.
 */
const paddedNote = ({ text }: ZipNote, space: number): { content: Buffer; filling: number } | undefined => {
  const noteText = Buffer.from(text);
  const content = Buffer.concat([
    noteText,
    Buffer.alloc(Math.max(0, space - packedSize(noteText.length)) % BLOCK_HEAD, " "),
  ]);
  const filling = space - packedSize(content.length);
  if (space >= FOUR_BYTES) throw new Error("The zip has no space for the note about missing files.");
  return filling < 0 ? undefined : { content, filling };
};

/** The exact length of the zip of these files: their content does not matter, since nothing is compressed. */
export const zipLength = <E extends ZipEntry>(
  entries: readonly E[],
  { zip64From = FOUR_BYTES, note }: ZipOptions<E> = {},
): number => {
  const last = note?.([]);
  const noted = last ? [{ name: last.name, size: Buffer.byteLength(last.text) }] : [];
  let offset = 0;
  let directory = 0;
  for (const { name, size } of [...entries, ...noted]) {
    const named = Buffer.byteLength(name);
    directory += centralLength(named, offset, zip64From);
    offset += localLength(named) + packedSize(size);
  }
  const count = entries.length + noted.length;
  return offset + directory + endLength(endsLarge(count, directory, offset, zip64From));
};

/**
 * A zip that is created while it is read: one chunk of one file is in memory at a time. Each file is below 4 GB. The
 * space of a file that cannot be read is used for the note about it, so that the length is unchanged.
 */
export const zipOf = <E extends ZipEntry>(entries: readonly E[], options: ZipOptions<E> = {}): Readable => {
  if (entries.some(({ size }) => packedSize(size) >= FOUR_BYTES))
    throw new Error("A file of a zip must be below 4 GB.");
  return Readable.from(zipChunks(entries, options), { objectMode: false });
};
