import { isUtf8 } from "node:buffer";
import { FILE_TYPES, type FileType } from "@mcc/contract/documents/documents.files.ts";

/** The number of first bytes that determine a file's type. */
export const HEAD_BYTES = 4_096;

const startsWith = (head: Buffer, ...bytes: number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);
const hasText = (head: Buffer, text: string, from: number): boolean =>
  head.toString("latin1", from, from + text.length) === text;

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Word and Excel files are zips, whose first entries determine the type. */
const kindOfZip = (head: Buffer, name: string): FileType => {
  if (!head.includes("[Content_Types].xml")) return "application/zip";
  if (head.includes("xl/")) return SHEET;
  if (head.includes("word/")) return WORD;
  if (name.endsWith(".xlsx")) return SHEET;
  return name.endsWith(".docx") ? WORD : "application/zip";
};

/** Below the space, a text has tabs, ends of lines and pages, and the escape that colours it. */
const ESCAPE = 0x1b;
const isControlByte = (byte: number): boolean =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== ESCAPE;

/** A last character that was cut in two is not an error. */
const isText = (head: Buffer): boolean => {
  for (let cut = 0; cut < 4; cut++) {
    const part = head.subarray(0, head.length - cut);
    if (isUtf8(part)) return !part.some(isControlByte);
    if (head.length < HEAD_BYTES) return false;
  }
  return false;
};

/** The type of a file by its first bytes; its name only decides between types with the same beginning. */
export const fileTypeOf = (head: Buffer, sentName: string): FileType | undefined => {
  const name = sentName.toLowerCase();
  if (head.subarray(0, 1_024).includes("%PDF-")) return "application/pdf";
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(head, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (hasText(head, "GIF87a", 0) || hasText(head, "GIF89a", 0)) return "image/gif";
  if (hasText(head, "RIFF", 0) && hasText(head, "WEBP", 8)) return "image/webp";
  if (startsWith(head, 0x49, 0x49, 0x2a, 0x00) || startsWith(head, 0x4d, 0x4d, 0x00, 0x2a))
    return "image/tiff";
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
    return name.endsWith(".xls") ? "application/vnd.ms-excel" : "application/msword";
  }
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return kindOfZip(head, name);
  if (!isText(head)) return undefined;
  return name.endsWith(`.${FILE_TYPES["text/csv"][0]}`) ? "text/csv" : "text/plain";
};
