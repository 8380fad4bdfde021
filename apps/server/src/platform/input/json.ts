import { AppError } from "@mcc/contract/kit/errors.ts";
import { scan } from "secure-json-parse";

/** The limits of JSON; checked before it is parsed. Schemas allow far less. */
const jsonLimits = { depth: 32, values: 200_000 };

/** A text without these contains no forbidden key, in any notation. */
const SUSPICIOUS = /__proto__|constructor|\\u/;

/** JSON from a caller. A key that names a prototype is refused at any depth. */
export const parseJson = (text: string): unknown => {
  if (isTooMuch(text)) throw new AppError("input.too_nested");
  const parsed = parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  if (SUSPICIOUS.test(text)) refuseForbiddenKeys(parsed);
  return parsed;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("input.not_json");
  }
};

const [QUOTE, BACKSLASH, COMMA] = ['"', "\\", ","].map((sign) => sign.charCodeAt(0));
const OPENING = new Set(["[", "{"].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set(["]", "}"].map((sign) => sign.charCodeAt(0)));

/**
 * Whether it is nested more deeply, or has more values, than any valid input: parsing and checking such a text would
 * delay other requests. One pass over the characters, without allocations.
 */
const isTooMuch = (text: string): boolean => {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA) values++;
    else if (OPENING.has(sign)) {
      depth++;
      values++;
    } else if (CLOSING.has(sign)) depth--;
    if (depth > jsonLimits.depth || values > jsonLimits.values) return true;
  }
  return false;
};

/** Where the string that begins at a quote ends; the end of the text when it does not. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at++;
  }
  return text.length;
};

const refuseForbiddenKeys = (parsed: unknown): void => {
  try {
    scan([parsed]);
  } catch {
    throw new AppError("input.forbidden_key");
  }
};
