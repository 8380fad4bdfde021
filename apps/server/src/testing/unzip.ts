import { crc32, inflateRawSync } from "node:zlib";

export interface Unzipped {
  readonly name: string;
  readonly content: Buffer;
  readonly modified: Date;
}

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`Invalid zip: ${what}`);
};
const number64 = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

/** The start of its end record: a comment follows, whose length the end record states. */
const endOf = (zip: Buffer): number => {
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  must(end >= 0 && end + 22 + zip.readUInt16LE(end + 20) === zip.length, "no end");
  return end;
};

/** The comment of the zip. */
export const commentOf = (zip: Buffer): string => zip.toString("utf8", endOf(zip) + 22);

/** The position of the directory and its number of entries, in either of the two formats. */
const directoryOf = (zip: Buffer): { entries: number; at: number; size: number } => {
  const end = endOf(zip);
  const plain = {
    entries: zip.readUInt16LE(end + 10),
    size: zip.readUInt32LE(end + 12),
    at: zip.readUInt32LE(end + 16),
  };
  if (plain.at !== 0xffff_ffff) return plain;
  must(zip.readUInt32LE(end - 20) === 0x07064b50, "no Zip64 locator");
  const large = number64(zip, end - 12);
  must(zip.readUInt32LE(large) === 0x06064b50, "no Zip64 end");
  return {
    entries: number64(zip, large + 32),
    size: number64(zip, large + 40),
    at: number64(zip, large + 48),
  };
};

/** Reads a zip as strictly as an unpacker: headers, names, sizes and checksums have to agree. */
export const unzip = (zip: Buffer): Unzipped[] => {
  const { entries, at, size } = directoryOf(zip);
  const found: Unzipped[] = [];
  let position = at;
  for (let n = 0; n < entries; n++) {
    must(zip.readUInt32LE(position) === 0x02014b50, "no entry");
    const [flags, method] = [zip.readUInt16LE(position + 8), zip.readUInt16LE(position + 10)];
    must(flags === 0x0808 && method === 8, "flags");
    const [crc, packed, length] = [16, 20, 24].map((field) => zip.readUInt32LE(position + field)) as [
      number,
      number,
      number,
    ];
    const [named, extra] = [zip.readUInt16LE(position + 28), zip.readUInt16LE(position + 30)];
    const name = zip.subarray(position + 46, position + 46 + named);
    const offset = zip.readUInt32LE(position + 42);
    const local = offset === 0xffff_ffff ? number64(zip, position + 46 + named + 4) : offset;
    const moment = position + 46 + named + extra - 9;
    must(zip.readUInt32LE(moment) === 0x0005_5455 && zip[moment + 4] === 1, "moment");
    must(zip.readUInt32LE(local) === 0x04034b50, "no local header");
    must(zip.subarray(local + 30, local + 30 + named).equals(name), "another name");
    const from = local + 30 + named + zip.readUInt16LE(local + 28);
    must(zip.subarray(from - 9, from).equals(zip.subarray(moment, moment + 9)), "another moment");
    must(zip.readUInt16LE(local + 8) === method, "another method");
    const content = inflateRawSync(zip.subarray(from, from + packed));
    must(content.length === length, "size");
    must(crc32(content) === crc, "checksum");
    must(zip.readUInt32LE(from + packed) === 0x08074b50, "no descriptor");
    must(zip.readUInt32LE(from + packed + 4) === crc, "checksum of the descriptor");
    must(zip.readUInt32LE(from + packed + 8) === packed, "packed size of the descriptor");
    must(zip.readUInt32LE(from + packed + 12) === length, "size of the descriptor");
    const modified = new Date(zip.readUInt32LE(moment + 5) * 1_000);
    found.push({ name: name.toString("utf8"), content, modified });
    position += 46 + named + extra;
  }
  must(position === at + size, "size of the directory");
  return found;
};
