import { sheetMessages as says } from "@mcc/contract/sheets/sheet.messages.ts";
import { SHEET_LIMITS as limits, refuse } from "@mcc/contract/sheets/sheet.ts";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const LONGEST_COMMENT = 0xffff;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly compressed: number;
  /** Unpacked, as the directory states it. */
  readonly size: number;
  readonly at: number;
  /** Its record in the directory. */
  readonly record: Uint8Array;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const findEnd = (view: DataView): number => {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  return refuse(says.damaged);
};

/** What the directory of a zip lists. */
export function* entriesOf(bytes: Uint8Array): Generator<ZipEntry> {
  const view = viewOf(bytes);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) refuse(says.unpacked);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_SIZE > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      refuse(says.damaged);
    const [nameLength = 0, ...more] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const nameAt = at + ENTRY_SIZE;
    const next = nameAt + more.reduce((sum, length) => sum + length, nameLength);
    yield {
      name: new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameLength)),
      method: view.getUint16(at + 10, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
      record: bytes.subarray(at, next),
    };
    at = next;
  }
}

const contentOf = (bytes: Uint8Array, { at, method, compressed }: ZipEntry): ReadableStream<Uint8Array> => {
  const view = viewOf(bytes);
  if (at + LOCAL_SIZE > view.byteLength || view.getUint32(at, true) !== LOCAL_ENTRY)
    return refuse(says.damaged);
  const start = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = new Blob([bytes.slice(start, start + compressed)]).stream();
  return method === DEFLATED ? content.pipeThrough(new DecompressionStream("deflate-raw")) : content;
};

/** Unpacks an entry, unless its size is not the one that is stated. */
export const unpack = async (bytes: Uint8Array, entry: ZipEntry): Promise<Uint8Array> => {
  const unpacked = new Uint8Array(entry.size);
  let read = 0;
  const reader = contentOf(bytes, entry).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (read + part.value.length > entry.size) refuse(says.unpacked);
      unpacked.set(part.value, read);
      read += part.value.length;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  if (read < entry.size) refuse(says.damaged);
  return unpacked;
};

/** The same zip with a directory of these entries only. */
export const withEntries = (bytes: Uint8Array, entries: readonly ZipEntry[]): Uint8Array => {
  const records = entries.map(({ record }) => record);
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const zip = new Uint8Array(bytes.length + size + END_SIZE);
  zip.set(bytes);
  let at = bytes.length;
  for (const record of records) {
    zip.set(record, at);
    at += record.length;
  }
  const view = viewOf(zip);
  view.setUint32(at, END_OF_DIRECTORY, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, size, true);
  view.setUint32(at + 16, bytes.length, true);
  return zip;
};
