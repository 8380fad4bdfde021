/** From here on a number does not fit its 4 bytes and is stored in a Zip64 record instead. */
export const FOUR_BYTES = 0xffff_ffff;
const TWO_BYTES = 0xffff;
/** Names are UTF-8 (bit 11); the checksum follows the bytes (bit 3), since they are read only once. */
const FLAGS = 0x0808;
/** Deflate: streaming readers accept a checksum after the bytes only for this method. */
const METHOD = 8;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Created on Unix: a plain file that every user may read. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const ATTRIBUTES = (0o100644 << 16) >>> 0;

const LOCAL = 30;
const DESCRIPTOR = 16;
const CENTRAL = 46;
const MOMENT = 9;
const OFFSET64 = 12;
const END = 22;
const END64 = 56 + 20;

/** One file in the directory. */
export interface WrittenEntry {
  readonly name: Buffer;
  readonly modified: Date;
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
  readonly crc: number;
}

/** In UTC, for readers without time zones. Years before 1980 cannot be stored; the resolution is two seconds. */
const timeOf = (date: Date): number => {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
};

/** The exact moment: the time above has no zone, and readers interpret it as local time. */
const momentOf = (date: Date): Buffer => {
  const field = Buffer.alloc(MOMENT);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(MOMENT - 4, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(Math.min(Math.max(Math.floor(date.getTime() / 1_000), 0), 0x7fff_ffff), 5);
  return field;
};

const isLarge = (value: number, zip64From: number): boolean => value >= zip64From;

/** The size of a file in addition to its bytes: before and after them, and in the directory. */
export const localLength = (nameLength: number): number => LOCAL + nameLength + MOMENT + DESCRIPTOR;
export const centralLength = (nameLength: number, offset: number, zip64From: number): number =>
  CENTRAL + nameLength + MOMENT + (isLarge(offset, zip64From) ? OFFSET64 : 0);

export const localHeader = (name: Buffer, modified: Date): Buffer => {
  const header = Buffer.alloc(LOCAL);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(METHOD, 8);
  header.writeUInt32LE(timeOf(modified), 10);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(MOMENT, 28);
  return Buffer.concat([header, name, momentOf(modified)]);
};

export const descriptor = (crc: number, packed: number, size: number): Buffer => {
  const bytes = Buffer.alloc(DESCRIPTOR);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
};

export const centralHeader = (file: WrittenEntry, zip64From: number): Buffer => {
  const { name, modified, size, packed, offset, crc } = file;
  const large = isLarge(offset, zip64From);
  const header = Buffer.alloc(CENTRAL);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(large ? VERSION_ZIP64 : VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(METHOD, 10);
  header.writeUInt32LE(timeOf(modified), 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(MOMENT + (large ? OFFSET64 : 0), 30);
  header.writeUInt32LE(ATTRIBUTES, 38);
  header.writeUInt32LE(large ? FOUR_BYTES : offset, 42);
  const far = Buffer.alloc(large ? OFFSET64 : 0);
  if (large) {
    far.writeUInt16LE(0x0001, 0);
    far.writeUInt16LE(8, 2);
    far.writeBigUInt64LE(BigInt(offset), 4);
  }
  return Buffer.concat([header, name, far, momentOf(modified)]);
};

/** Whether a Zip64 end record is needed, because the position or length of the directory does not fit otherwise. */
export const endsLarge = (entries: number, size: number, offset: number, zip64From: number): boolean =>
  isLarge(offset, zip64From) || isLarge(size, zip64From) || entries >= TWO_BYTES;

export const endLength = (large: boolean): number => END + (large ? END64 : 0);

interface Ending {
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
  readonly large: boolean;
  /** The comment of the zip. */
  readonly comment: Buffer;
}

/** Where the directory is. */
export const ending = ({ entries, size, offset, large, comment }: Ending): Buffer => {
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? TWO_BYTES : entries, 8);
  end.writeUInt16LE(large ? TWO_BYTES : entries, 10);
  end.writeUInt32LE(large ? FOUR_BYTES : size, 12);
  end.writeUInt32LE(large ? FOUR_BYTES : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  if (!large) return Buffer.concat([end, comment]);
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
  return Buffer.concat([end64, end, comment]);
};
