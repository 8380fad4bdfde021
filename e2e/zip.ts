import { inflateRawSync } from "node:zlib";

const ENTRY = 0x02014b50;

/** The text of every file in a ZIP archive, by its path. */
export const textsIn = (archive: Buffer): Map<string, string> => {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === ENTRY) {
    const [size, local] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)];
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const path = archive.toString("utf8", at + 46, at + 46 + name);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(begin, begin + size);
    const isPacked = archive.readUInt16LE(at + 10) !== 0;
    files.set(path, (isPacked ? inflateRawSync(packed) : packed).toString("utf8"));
    at += 46 + name + extra + comment;
  }
  return files;
};
