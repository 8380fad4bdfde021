import { sheetMessages as says } from "@mcc/contract/sheets/sheet.messages.ts";
import { SHEET_LIMITS as limits, refuse } from "@mcc/contract/sheets/sheet.ts";

const codeOf = (sign: string): number => sign.charCodeAt(0);
const [LESS, GREATER, AMPERSAND, SEMICOLON, HASH] = ["<", ">", "&", ";", "#"].map(codeOf);
const [QUESTION, EXCLAMATION, SLASH, DOUBLE, SINGLE] = ["?", "!", "/", '"', "'"].map(codeOf);
const ENTITIES = new Set(["amp", "lt", "gt", "quot", "apos"]);
const LONGEST_ENTITY = 64;
const NAME = /[\w.:-]/;
const SPACE = 0x20;

const has = (bytes: Uint8Array, at: number, text: string): boolean => {
  for (let sign = 0; sign < text.length; sign += 1) {
    if (bytes[at + sign] !== text.charCodeAt(sign)) return false;
  }
  return true;
};

/** Just behind the text that ends a comment or the like. */
const endAt = (bytes: Uint8Array, from: number, text: string): number => {
  const last = Math.min(bytes.length, from + limits.markupBytes);
  for (let at = from; at < last; at += 1) if (has(bytes, at, text)) return at + text.length;
  return refuse(last === bytes.length ? says.damaged : says.oversized);
};

/** Just behind an opening tag, whose attributes may have any sign in quotation marks. */
const endOfTag = (bytes: Uint8Array, from: number): number => {
  const last = Math.min(bytes.length, from + limits.markupBytes);
  let quote = 0;
  let words = 0;
  for (let at = from; at < last; at += 1) {
    const byte = bytes[at] ?? 0;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === DOUBLE || byte === SINGLE) quote = byte;
    else if (byte === GREATER) return at + 1;
    else if (byte <= SPACE && (bytes[at + 1] ?? 0) > SPACE) {
      words += 1;
      if (words > limits.attributes) refuse(says.oversized);
    }
  }
  return refuse(last === bytes.length ? says.damaged : says.oversized);
};

/** Where the markup that begins here ends, the way the reader of spreadsheets sees it. */
const endOfMarkup = (bytes: Uint8Array, at: number): number => {
  const next = bytes[at + 1];
  if (next === QUESTION) return endAt(bytes, at + 2, "?>");
  if (next === SLASH) return endAt(bytes, at + 2, ">");
  if (next !== EXCLAMATION) return endOfTag(bytes, at + 1);
  if (has(bytes, at, "<!--")) return endAt(bytes, at + 4, "-->");
  if (has(bytes, at, "<![CDATA[")) return endAt(bytes, at + 9, "]]>");
  return refuse(says.entities);
};

/** An entity that the file would have to declare. An ampersand by itself is only a mistake. */
const isForeignEntity = (bytes: Uint8Array, ampersand: number): boolean => {
  if (bytes[ampersand + 1] === HASH) return false;
  let name = "";
  for (let at = ampersand + 1; at < ampersand + LONGEST_ENTITY; at += 1) {
    if (bytes[at] === SEMICOLON) return name !== "" && !ENTITIES.has(name);
    const letter = String.fromCharCode(bytes[at] ?? 0);
    if (!NAME.test(letter)) return false;
    name += letter;
  }
  return false;
};

/**
 * Counts the elements of a part of a workbook, and refuses what no spreadsheet program writes: declared entities,
 * hundreds of attributes, tags and texts without end. The reader would take very long for them.
 */
export const countElements = (bytes: Uint8Array, most: number): number => {
  let elements = 0;
  let end = 0;
  let ampersand = bytes.indexOf(AMPERSAND as number);
  for (let at = bytes.indexOf(LESS as number); at >= 0; at = bytes.indexOf(LESS as number, end)) {
    if (at - end > limits.markupBytes) refuse(says.oversized);
    elements += 1;
    if (elements > most) refuse(says.unpacked);
    end = endOfMarkup(bytes, at);
    const isLiteral = bytes[at + 1] === EXCLAMATION || bytes[at + 1] === QUESTION;
    while (ampersand >= 0 && ampersand < end) {
      if (!(isLiteral && ampersand > at) && isForeignEntity(bytes, ampersand)) refuse(says.entities);
      ampersand = bytes.indexOf(AMPERSAND as number, ampersand + 1);
    }
  }
  if (bytes.length - end > limits.markupBytes) refuse(says.oversized);
  return elements;
};
