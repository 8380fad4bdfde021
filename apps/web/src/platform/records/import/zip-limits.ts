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
const LESS_THAN = 0x3c;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly compressed: number;
  readonly size: number;
  readonly at: number;
}

const findEnd = (view: DataView): number => {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  return refuse(says.damaged);
};

function* entriesOf(bytes: Uint8Array, view: DataView): Generator<ZipEntry> {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) refuse(says.unpacked);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_SIZE > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      refuse(says.damaged);
    const [nameLength = 0, ...more] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const nameAt = at + ENTRY_SIZE;
    yield {
      name: new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameLength)),
      method: view.getUint16(at + 10, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at = nameAt + more.reduce((sum, length) => sum + length, nameLength);
  }
}

const contentOf = (
  bytes: Uint8Array,
  view: DataView,
  { at, method, compressed }: ZipEntry,
): ReadableStream<Uint8Array> => {
  if (at + LOCAL_SIZE > view.byteLength || view.getUint32(at, true) !== LOCAL_ENTRY)
    return refuse(says.damaged);
  const start = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = new Blob([bytes.slice(start, start + compressed)]).stream();
  return method === DEFLATED ? content.pipeThrough(new DecompressionStream("deflate-raw")) : content;
};

/** Unpacks an entry without keeping it: its size is the one that is stated, and so many elements begin in it. */
const countElements = async (content: ReadableStream<Uint8Array>, size: number): Promise<number> => {
  let [read, elements] = [0, 0];
  const reader = content.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      read += part.value.length;
      if (read > size) refuse(says.unpacked);
      for (const byte of part.value) if (byte === LESS_THAN) elements += 1;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  if (read < size) refuse(says.damaged);
  return elements;
};

/**
 * Refuses a zip that would cost too much memory: the reader of spreadsheets takes a few hundred bytes for each element
 * of the parts beside the sheets. Sizes are those of the directory first, so that a bomb is refused unopened; then what
 * is really in the file, which may differ.
 */
export const mustUnpackSmall = async (bytes: Uint8Array): Promise<void> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < END_SIZE) refuse(says.damaged);
  const entries = [...entriesOf(bytes, view)].filter(({ name }) => !name.endsWith("/"));
  if (!entries.some(({ name }) => name.startsWith("xl/"))) refuse(says.notSheet);
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > limits.unpackedBytes) refuse(says.unpacked);
  const isBomb = ({ size, compressed }: ZipEntry) =>
    size > limits.freeBytes && size > compressed * limits.ratio;
  if (entries.some(isBomb)) refuse(says.unpacked);
  const left: { sheets: number; others: number } = {
    sheets: limits.sheetElements,
    others: limits.otherElements,
  };
  for (const entry of entries) {
    const kind = entry.name.startsWith("xl/worksheets/") ? "sheets" : "others";
    const elements = await countElements(contentOf(bytes, view, entry), entry.size);
    left[kind] -= elements;
    if (left[kind] < 0) refuse(says.unpacked);
  }
};
