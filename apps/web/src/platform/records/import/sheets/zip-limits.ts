import { sheetMessages as says } from "@mcc/contract/sheets/sheet.messages.ts";
import { SHEET_LIMITS as limits, refuse } from "@mcc/contract/sheets/sheet.ts";
import { countElements } from "./xml-limits.ts";
import { entriesOf, unpack, withEntries, type ZipEntry } from "./zip-entries.ts";

/** The parts that have to do with the cells of a workbook, if it has them; pictures and added data are not read. */
const READ_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/.*\.(?:xml|rels))$/i;

/**
 * Refuses a zip that would cost too much memory or time: the reader of spreadsheets takes a few hundred bytes for each
 * element of the parts beside the sheets. Sizes are those of the directory first, so that a bomb is refused unopened;
 * then what is really in the file, which may differ. Returns a zip that has only the parts that were checked.
 */
export const checkedZip = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const all = [...entriesOf(bytes)];
  if (!all.some(({ name }) => name.startsWith("xl/"))) refuse(says.notSheet);
  const entries = all.filter(({ name }) => READ_PARTS.test(name));
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
    left[kind] -= countElements(await unpack(bytes, entry), left[kind]);
  }
  return withEntries(bytes, entries);
};
