import { Readable } from "node:stream";
import { crc32 } from "node:zlib";

/** One file of a zip. Its size is told beforehand; its bytes are asked for when it is its turn. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
  readonly open: () => Promise<Readable>;
}

/** From here on a number does not fit its 4 bytes and stands in a Zip64 record instead. */
const FOUR_BYTES = 0xffff_ffff;
const TWO_BYTES = 0xffff;
/** Names are UTF-8 (bit 11); the checksum follows the bytes (bit 3), since they are read only once. */
const FLAGS = 0x0808;
/** Deflate: what reads a zip as a stream takes no checksum behind the bytes of any other method. */
const METHOD = 8;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Made on Unix: a plain file that everybody may read. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const ATTRIBUTES = (0o100644 << 16) >>> 0;

const LOCAL = 30;
const DESCRIPTOR = 16;
const CENTRAL = 46;
const OFFSET64 = 12;
const END = 22;
const END64 = 56 + 20;

/** Deflate's blocks for what cannot be packed any further: a head each, and then the bytes as they are. */
const BLOCK = 65_535;
const BLOCK_HEAD = 5;

interface Written {
  readonly name: Buffer;
  readonly size: number;
  readonly packed: number;
  readonly time: number;
  readonly offset: number;
  readonly crc: number;
}

/** Years before 1980 cannot be written; two seconds are as fine as it gets. */
const timeOf = (date: Date): number => {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
};

const isLarge = (value: number, zip64From: number): boolean => value >= zip64From;

const localHeader = (name: Buffer, time: number): Buffer => {
  const header = Buffer.alloc(LOCAL);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(METHOD, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
};

const packedSize = (size: number): number => size + BLOCK_HEAD * Math.max(1, Math.ceil(size / BLOCK));

const blockHead = (length: number, isLast: boolean): Buffer => {
  const head = Buffer.alloc(BLOCK_HEAD);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & TWO_BYTES, 3);
  return head;
};

/** A file in blocks; they follow from its size alone, whatever chunks it comes in. */
async function* inBlocks({ name, size, open }: ZipEntry, onRead: (chunk: Buffer) => void) {
  let read = 0;
  let ends = 0;
  const nextBlock = () => {
    ends = Math.min(read + BLOCK, size);
    return blockHead(ends - read, ends === size);
  };
  if (size === 0) yield nextBlock();
  for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
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

const descriptor = (crc: number, packed: number, size: number): Buffer => {
  const bytes = Buffer.alloc(DESCRIPTOR);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
};

const centralHeader = ({ name, size, packed, time, offset, crc }: Written, zip64From: number): Buffer => {
  const large = isLarge(offset, zip64From);
  const header = Buffer.alloc(CENTRAL);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(large ? VERSION_ZIP64 : VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(METHOD, 10);
  header.writeUInt32LE(time, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(large ? OFFSET64 : 0, 30);
  header.writeUInt32LE(ATTRIBUTES, 38);
  header.writeUInt32LE(large ? FOUR_BYTES : offset, 42);
  const extra = Buffer.alloc(large ? OFFSET64 : 0);
  if (large) {
    extra.writeUInt16LE(0x0001, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  return Buffer.concat([header, name, extra]);
};

/** Where the directory is; said twice when it does not fit the first time. */
const ending = (entries: number, size: number, offset: number, zip64From: number): Buffer => {
  const large = isLarge(offset, zip64From) || isLarge(size, zip64From) || entries >= TWO_BYTES;
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? TWO_BYTES : entries, 8);
  end.writeUInt16LE(large ? TWO_BYTES : entries, 10);
  end.writeUInt32LE(large ? FOUR_BYTES : size, 12);
  end.writeUInt32LE(large ? FOUR_BYTES : offset, 16);
  if (!large) return end;
  const end64 = Buffer.alloc(END64);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_BY, 12);
  end64.writeUInt16LE(VERSION_ZIP64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  end64.writeUInt32LE(0x07064b50, 56);
  end64.writeBigUInt64LE(BigInt(offset + size), 64);
  end64.writeUInt32LE(1, 72);
  return Buffer.concat([end64, end]);
};

/** Documents are packed already, so the zip holds them as they are, one after the other, a chunk at a time. */
async function* zipped(entries: readonly ZipEntry[], zip64From: number): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { size } = entry;
    const name = Buffer.from(entry.name);
    const time = timeOf(entry.modified);
    const packed = packedSize(size);
    let crc = 0;
    yield localHeader(name, time);
    yield* inBlocks(entry, (chunk) => {
      crc = crc32(chunk, crc);
    });
    yield descriptor(crc, packed, size);
    written.push({ name, size, packed, time, offset, crc });
    offset += LOCAL + name.length + packed + DESCRIPTOR;
  }
  let directory = 0;
  for (const entry of written) {
    const header = centralHeader(entry, zip64From);
    directory += header.length;
    yield header;
  }
  yield ending(written.length, directory, offset, zip64From);
}

/** How long the zip of these files will be, to the byte: what they hold does not matter, since nothing gets smaller. */
export const zipLength = (
  entries: readonly Pick<ZipEntry, "name" | "size">[],
  zip64From = FOUR_BYTES,
): number => {
  let offset = 0;
  let directory = 0;
  for (const { name, size } of entries) {
    const named = Buffer.byteLength(name);
    directory += CENTRAL + named + (isLarge(offset, zip64From) ? OFFSET64 : 0);
    offset += LOCAL + named + packedSize(size) + DESCRIPTOR;
  }
  return offset + directory + ending(entries.length, directory, offset, zip64From).length;
};

/** A zip that is made while it is read: one chunk of one file is in memory at a time. Each file is below 4 GB. */
export const zipOf = (entries: readonly ZipEntry[], zip64From = FOUR_BYTES): Readable => {
  if (entries.some(({ size }) => packedSize(size) >= FOUR_BYTES))
    throw new Error("A file of a zip must be below 4 GB.");
  return Readable.from(zipped(entries, zip64From), { objectMode: false });
};
