import type { ByteRange } from "./storage.ts";

/** The characters that RFC 8187 allows unescaped. */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** For clients without UTF-8: letters, digits and harmless marks, and an underscore for anything else. */
const asciiName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w .,()+=@#-]/gu, "_");

/** RFC 6266: shown or downloaded, with a name that can neither end the header nor start another one. */
export const contentDisposition = (kind: "inline" | "attachment", name: string): string =>
  `${kind}; filename="${asciiName(name)}"; filename*=UTF-8''${percentEncoded(name.toWellFormed())}`;

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * RFC 9110: the part of a file that a `Range` header requests. Undefined: all of it, since no part was requested, the
 * header is not understood, or it has several parts. Null: there is no such part.
 */
export const requestedRange = (range: string | undefined, size: number): ByteRange | null | undefined => {
  const [, from = "", to = ""] = RANGE.exec(range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "")
    return Number(to) > 0 && size > 0 ? { from: Math.max(0, size - Number(to)), to: size - 1 } : null;
  const part = { from: Number(from), to: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
  if (to !== "" && Number(to) < part.from) return undefined;
  return part.from < size ? part : null;
};
